import type { Agent } from '@client/api.ts';
import { GatewayError } from '@client/index.ts';
import { infiniteQueryOptions, QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { chooseWorkspace } from '../session.ts';
import { client } from './client.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => !(error instanceof GatewayError && error.status < 500) && count < 2,
    },
  },
});

export type Page<Item> = { data: Item[]; nextCursor: string | null };
type Options = { path?: Record<string, string>; query?: Record<string, string | number | undefined> };

const get = <Answer>(route: string, options: Options): Promise<Answer> =>
  (client.get as (route: string, options: Options) => Promise<Answer>)(route, options);

/** A list of the API, page after page. The first part of its key is the route, which is what `forget` goes by. */
export const pages = <Item>(route: string, options: Options = {}) =>
  infiniteQueryOptions({
    queryKey: [route, 'pages', options],
    queryFn: ({ pageParam }) => get<Page<Item>>(route, { ...options, query: { ...options.query, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

export const one = <Item>(route: string, options: Options = {}) =>
  queryOptions({ queryKey: [route, options], queryFn: () => get<Item>(route, options) });

export const agentsQuery = queryOptions({
  queryKey: ['/agents', 'all'],
  async queryFn() {
    const all: Agent[] = [];
    for await (const agent of client.each('/agents', { query: { limit: 200 } })) all.push(agent);
    return all;
  },
});
/** A deleted agent, or one that others lend, has no name here. */
export const unlisted = (agentId: string) => `unlisted …${agentId.slice(-6)}`;

/** What the agent with an id is called. */
export function useAgentName(): (id: string) => string {
  const { data: agents } = useQuery(agentsQuery);
  return (id) => (agents ? (agents.find((agent) => agent.id === id)?.name ?? unlisted(id)) : '…');
}

export const toolsQuery = queryOptions({
  queryKey: ['/tools', 'all'],
  queryFn: async () => (await client.get('/tools', { query: { limit: 200 } })).data,
});
export const skillsQuery = queryOptions({
  queryKey: ['/skills'],
  queryFn: async () => (await client.get('/skills')).data,
});
export const workspacesQuery = queryOptions({
  queryKey: ['/workspaces', 'all'],
  queryFn: async () => (await client.get('/workspaces', { query: { limit: 200 } })).data,
});
export const meQuery = queryOptions({ queryKey: ['/auth/me'], queryFn: () => client.get('/auth/me') });
export const modelsQuery = queryOptions({
  queryKey: ['/inference/models'],
  queryFn: async () => (await client.get('/inference/models')).data,
});

/** What was read under these routes is read again where it is shown. */
export const forget = (...routes: string[]) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => routes.some((route) => String(queryKey[0]).startsWith(route)),
  });

/** Nothing of the workspace before is shown in the next: only who one is and where one may go stays. */
export function switchWorkspace(workspaceId: string | undefined): void {
  queryClient.removeQueries({
    predicate: ({ queryKey: [route, kind] }) => route !== '/auth/me' && !(route === '/workspaces' && kind === 'all'),
  });
  chooseWorkspace(workspaceId);
}
