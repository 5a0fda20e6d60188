import { queries } from '../api/queries.ts';

/** A workspace has at most a hundred. */
export const collectionsQuery = queries.queryOptions(
  'get',
  '/knowledge',
  { params: { query: { limit: 200 } } },
  { select: ({ data }) => data },
);

export const collectionQuery = (id: string) =>
  queries.queryOptions('get', '/knowledge/{id}', { params: { path: { id } } });
