import type { KnowledgeDocument } from '@client/api.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pages } from '../api/queries.ts';
import { Empty } from '../ui/basics.tsx';
import { number, Time } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { DocumentState, openStates } from './document-state.tsx';

export type Status = KnowledgeDocument['status'];

const columns: Column<KnowledgeDocument>[] = [
  {
    head: 'Document',
    kind: 'wrap',
    cell: ({ id, collectionId, title }) => (
      <Link to="/knowledge/$id/$documentId" params={{ id: collectionId, documentId: id }}>
        {title}
      </Link>
    ),
  },
  { head: 'State', cell: (document) => <DocumentState document={document} /> },
  {
    head: 'Labels',
    kind: 'wrap',
    cell: ({ metadata }) =>
      Object.entries(metadata)
        .map(([name, value]) => `${name}: ${value}`)
        .join(', '),
  },
  { head: 'Passages', kind: 'number', cell: ({ passages }) => number(passages) },
  { head: 'Characters', kind: 'number', cell: ({ characters }) => number(characters) },
  { head: 'Changed', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
];

type Props = { collectionId: string; status: Status | undefined; empty: ReactNode };

export const Documents = ({ collectionId, status, empty }: Props) => (
  <Listing
    query={pages('/knowledge/{id}/documents', {
      path: { id: collectionId },
      query: status ? { status } : {},
    })}
    refetchMs={(documents) => (documents.some(({ status: state }) => openStates.includes(state)) ? 1_500 : 30_000)}
    empty={status ? <Empty title="No document is in this state" /> : empty}
  >
    {(documents) => <Table card wholeRow items={documents} keyOf={({ id }) => id} columns={columns} />}
  </Listing>
);
