import type { AgentVersion } from '@client/api.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pages, queries } from '../api/queries.ts';
import { Button, ErrorNote, Loading } from '../ui/basics.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Time } from '../ui/format.tsx';

type Change = { field: string; before: unknown; after: unknown };

/** The fields that differ. */
function changesBetween(before: Record<string, unknown>, after: Record<string, unknown>): Change[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .map((field) => ({ field, before: before[field], after: after[field] }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

const shown = (value: unknown) =>
  value === undefined || value === null || value === ''
    ? '(none)'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value, null, 2);

function Comparison({ id, version, onClose }: { id: string; version: number; onClose(): void }) {
  const one = (number: number) => ({ params: { path: { id, version: number } } });
  const after = queries.useQuery('get', '/agents/{id}/versions/{version}', one(version));
  const before = queries.useQuery('get', '/agents/{id}/versions/{version}', one(version - 1), { enabled: version > 1 });
  const error = after.error ?? before.error;
  const isReady = after.data && (version === 1 || before.data);
  const changes = isReady
    ? changesBetween(
        (before.data?.configuration ?? {}) as Record<string, unknown>,
        after.data.configuration as Record<string, unknown>,
      )
    : [];
  return (
    <Dialog title={version > 1 ? `Version ${version}, beside ${version - 1}` : 'Version 1'} onClose={onClose} wide>
      <ErrorNote error={error} />
      {!isReady && !error && <Loading />}
      {isReady && changes.length === 0 && (
        <p className="dim">The agent itself is the same; something that it refers to has changed.</p>
      )}
      {changes.map(({ field, before: old, after: now }) => (
        <section key={field}>
          <h3>{field}</h3>
          <div className="columns">
            {version > 1 && <pre className="diff removed">{shown(old)}</pre>}
            <pre className="diff added">{shown(now)}</pre>
          </div>
        </section>
      ))}
    </Dialog>
  );
}

/** Every version that an agent has had, with what was changed. */
export function Versions({ id }: { id: string }) {
  const [open, setOpen] = useState<AgentVersion | undefined>();
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery(
    pages('/agents/{id}/versions', { path: { id }, query: { limit: 10 } }),
  );
  const versions = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <section className="card">
      <h2>Versions</h2>
      <ErrorNote error={error} />
      <ul className="bare">
        {versions.map((version) => (
          <li key={version.version}>
            <Button look="quiet" onClick={() => setOpen(version)}>
              Version {version.version}
            </Button>{' '}
            <span className="dim wrap">
              {version.changes.join(', ') || 'made'} · <Time at={version.createdAt} />
            </span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button look="quiet" onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
      {open && <Comparison id={id} version={open.version} onClose={() => setOpen(undefined)} />}
    </section>
  );
}
