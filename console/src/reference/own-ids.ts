import { useQuery } from '@tanstack/react-query';
import { signedInFetch } from '../api/client.ts';
import { meQuery, useWorkspaceId } from '../api/queries.ts';
import type { Description, Operation } from './description.ts';
import { takes } from './request.ts';

/** The id that stands in every example. */
const exampleId = /\b([a-z]{2,4})_01jd3v9k4m8q2w5x7y0z1a2b3c\b/g;
const listOf: Record<string, string> = {
  agt: '/agents',
  kno: '/knowledge',
  fil: '/files',
  ses: '/sessions',
  run: '/jobs',
};

type Item = { id?: string; name?: string };

/** The first of a list; undefined if there is none, or it may not be read. */
async function firstOf(path: string, key: 'id' | 'name'): Promise<string | undefined> {
  const response = await signedInFetch(new Request(`${location.origin}${path}`, { credentials: 'omit' }));
  if (!response.ok) return undefined;
  const { data } = (await response.json()) as { data?: Item[] };
  return data?.[0]?.[key] ?? data?.[0]?.id;
}

/**
 * Examples that work as they stand have ids of the reader's own: for `/sessions/{id}` the newest session, for an agent in a body
 * the first agent. `places` has the parameters of the path, `inBody` puts the ids into an example.
 */
async function ownIds(description: Description, operation: Operation, workspaceId: string, userId: string) {
  const places: Record<string, string> = {};
  let before = '';
  for (const step of operation.path.split('/').slice(1)) {
    const name = /^\{(\w+)\}$/.exec(step)?.[1];
    if (!name) {
      before += `/${step}`;
      continue;
    }
    const own = before === '/workspaces' ? workspaceId : before === '/a2a' ? await firstOf('/agents', 'id') : undefined;
    const list = description.listAt(operation.path.slice(0, operation.path.indexOf(`/${step}`)));
    const found =
      own ?? (list && takes(list, 'bearer') ? await firstOf(before, name === 'name' ? 'name' : 'id') : undefined);
    if (!found) break;
    places[name] = found;
    before += `/${encodeURIComponent(found)}`;
  }
  const example = JSON.stringify(operation.requestBody?.content['application/json']?.example ?? null);
  const byKind: Record<string, string> = { usr: userId, ws: workspaceId };
  for (const [, kind = ''] of example.matchAll(exampleId)) {
    const path = listOf[kind];
    const found = byKind[kind] ?? (path ? await firstOf(path, 'id') : undefined);
    if (found) byKind[kind] = found;
  }
  return { places, byKind };
}

/** Puts ids of the reader's own into the text of an example. */
export const withOwnIds = (text: string, byKind: Record<string, string>): string =>
  text.replaceAll(exampleId, (whole, kind: string) => byKind[kind] ?? whole);

export function useOwnIds(description: Description, operation: Operation) {
  const workspaceId = useWorkspaceId();
  const { data: me } = useQuery(meQuery);
  return useQuery({
    queryKey: ['get', '/openapi.json', 'own ids', operation.operationId, workspaceId],
    queryFn: () => ownIds(description, operation, workspaceId ?? '', me?.id ?? ''),
    enabled: workspaceId !== undefined && me !== undefined && takes(operation, 'bearer'),
    retry: false,
  });
}
