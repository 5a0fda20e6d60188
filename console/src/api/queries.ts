import type { Agent, paths } from '@client/api.ts';
import { GatewayError } from '@client/index.ts';
import { infiniteQueryOptions, QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import createQueries from 'openapi-react-query';
import { onReturn } from '../connection.ts';
import { chooseWorkspace, useSession } from '../session.ts';
import { api, dataOf } from './client.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => !(error instanceof GatewayError && error.status < 500) && count < 2,
    },
  },
});

// What could not be read while the gateway was gone is read now.
onReturn(() => void queryClient.invalidateQueries());

export type Page<Item> = { data: Item[]; nextCursor: string | null };

/** `queries.useQuery('get', '/agents/{id}', { params })`, with the types of the API description. */
export const queries = createQueries(api);

type Paged<Item> = { get: { responses: { 200: { content: { 'application/json': Page<Item> } } } } };
type PagedRoute = { [Route in keyof paths]: paths[Route] extends Paged<unknown> ? Route : never }[keyof paths];
type ItemOf<Route extends PagedRoute> = paths[Route] extends Paged<infer Item> ? Item : never;
type Params<Route extends PagedRoute> = Pick<paths[Route]['get']['parameters'], 'path' | 'query'>;
type Get = (route: string, init: object) => Promise<{ data?: unknown }>;

/** A list of the API, page after page. The key begins like those of `queries`, so `forget` finds it by its route. */
export const pages = <Route extends PagedRoute>(route: Route, params: Params<Route>) =>
  infiniteQueryOptions({
    queryKey: ['get', route, 'pages', params],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...params.query, cursor: pageParam };
      return dataOf((api.GET as Get)(route, { params: { ...params, query }, signal })) as Promise<Page<ItemOf<Route>>>;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

export const agentsQuery = queryOptions({
  queryKey: ['get', '/agents', 'all'],
  async queryFn() {
    const all: Agent[] = [];
    let cursor: string | null | undefined;
    do {
      const query = { limit: 200, ...(cursor ? { cursor } : {}) };
      const page = await dataOf(api.GET('/agents', { params: { query } }));
      all.push(...page.data);
      cursor = page.nextCursor;
    } while (cursor);
    return all;
  },
});
/** A deleted agent, or one granted by another workspace, is not in the list. */
export const unlisted = (agentId: string) => `unlisted …${agentId.slice(-6)}`;

/** Finds the name of an agent by its id. */
export function useAgentName(): (id: string) => string {
  const { data: agents } = useQuery(agentsQuery);
  return (id) => (agents ? (agents.find((agent) => agent.id === id)?.name ?? unlisted(id)) : '…');
}

const most = { params: { query: { limit: 200 } } };
export const toolsQuery = queries.queryOptions('get', '/tools', most, { select: ({ data }) => data });
export const skillsQuery = queries.queryOptions('get', '/skills', {}, { select: ({ data }) => data });
export const workspacesQuery = queries.queryOptions('get', '/workspaces', most, { select: ({ data }) => data });
export const meQuery = queries.queryOptions('get', '/auth/me');
export const modelsQuery = queries.queryOptions('get', '/inference/models', {}, { select: ({ data }) => data });

/** The workspace that is open. */
export function useWorkspaceId(): string | undefined {
  const { workspaceId } = useSession();
  const { data: me } = useQuery(meQuery);
  return workspaceId ?? me?.defaultWorkspaceId;
}

/** Reads again what was read under these routes and is shown now. */
export const forget = (...routes: string[]) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => routes.some((route) => String(queryKey[1]).startsWith(route)),
  });

/** Forgets everything of the workspace that is left. Only the person and the list of workspaces stay. */
export function switchWorkspace(workspaceId: string | undefined): void {
  const kept = [meQuery, workspacesQuery].map(({ queryKey }) => JSON.stringify(queryKey));
  queryClient.removeQueries({ predicate: ({ queryKey }) => !kept.includes(JSON.stringify(queryKey)) });
  chooseWorkspace(workspaceId);
}
