import { GatewayError } from '@client/errors.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams, useSearch } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { agentsQuery, queryClient } from '../api/queries.ts';
import { collectionsQuery } from '../knowledge/collections.ts';
import { Empty, ErrorNote, Loading } from '../ui/basics.tsx';

const isMissing = (error: unknown) => error instanceof GatewayError && error.status === 404;

async function holds(id: string, documentId: string): Promise<boolean> {
  try {
    await api.GET('/knowledge/{id}/documents/{documentId}', { params: { path: { id, documentId } } });
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** A citation names its document only. Those of the agent that cited it are looked at first. */
async function collectionOf(documentId: string, agentId: string | undefined): Promise<string | null> {
  const agents = await queryClient.ensureQueryData(agentsQuery);
  const likely = agents.find(({ id }) => id === agentId)?.knowledge ?? [];
  for (const id of likely) if (await holds(id, documentId)) return id;
  const { data } = await queryClient.ensureQueryData(collectionsQuery);
  for (const { id } of data) if (!likely.includes(id) && (await holds(id, documentId))) return id;
  return null;
}

/** Leads from a citation to the document, at the passage. */
export function CitedDocumentPage() {
  const { id: documentId } = useParams({ from: '/documents/$id' });
  const { agent, start, end } = useSearch({ from: '/documents/$id' });
  const { data: id, error } = useQuery({
    queryKey: ['get', '/knowledge', 'cited', documentId],
    queryFn: () => collectionOf(documentId, agent),
  });
  if (error) return <ErrorNote error={error} />;
  if (id === undefined) return <Loading />;
  if (id)
    return <Navigate to="/knowledge/$id/$documentId" params={{ id, documentId }} search={{ start, end }} replace />;
  return (
    <Empty title="This document is gone">
      <p>It was deleted since it was cited, or it belongs to a workspace that you are not in.</p>
      <Link to="/knowledge" className="button">
        All documents
      </Link>
    </Empty>
  );
}
