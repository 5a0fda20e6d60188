import type { paths } from '@client/api.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Client } from 'openapi-fetch';
import { createContext, useContext } from 'react';
import { dataOf } from '../api/client.ts';
import { type Page, queryClient } from '../api/queries.ts';

/** The client with the operator's key, which lives as long as the page is open. */
export const Operator = createContext<Client<paths> | undefined>(undefined);

export function useOperator(): Client<paths> {
  const client = useContext(Operator);
  if (!client) throw new Error('There is no key.');
  return client;
}

const root = 'operator';

/** A list for operators, page after page. */
export const operatorPages = <Item>(
  name: string,
  filter: object,
  read: (cursor: { cursor?: string }) => Promise<{ data?: Page<Item> }>,
) =>
  infiniteQueryOptions({
    queryKey: [root, name, filter],
    queryFn: ({ pageParam }) => dataOf(read(pageParam ? { cursor: pageParam } : {})),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page<Item>) => page.nextCursor ?? undefined,
  });

export const readAgain = () => queryClient.invalidateQueries({ queryKey: [root] });
/** Another key may see other things, and without a key nothing stays. */
export const forgetAll = () => queryClient.removeQueries({ queryKey: [root] });
