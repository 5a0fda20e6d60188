import { type InfiniteData, type UseInfiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '../api/queries.ts';
import { Button, ErrorNote, Loading } from './basics.tsx';

// biome-ignore lint/suspicious/noExplicitAny: the key may be of any type.
type Query<Item> = UseInfiniteQueryOptions<Page<Item>, Error, InfiniteData<Page<Item>>, any, string | undefined>;

type Props<Item> = {
  query: Query<Item>;
  refetchMs?: number | ((items: Item[]) => number);
  empty: ReactNode;
  /** Older ones are left out; the list comes newest first. */
  since?: { begin: number | undefined; timeOf(item: Item): string };
  children(items: Item[]): ReactNode;
};

const itemsOf = <Item,>(data: InfiniteData<Page<Item>> | undefined) => data?.pages.flatMap((page) => page.data) ?? [];

/** A list of the API with a button for its next page. */
export function Listing<Item>({ query, refetchMs, empty, since, children }: Props<Item>) {
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...query,
    ...(refetchMs
      ? {
          refetchInterval: ({ state }: { state: { data?: InfiniteData<Page<Item>> | undefined } }) =>
            typeof refetchMs === 'number' ? refetchMs : refetchMs(itemsOf(state.data)),
        }
      : {}),
  });
  if (isPending) return <Loading />;
  const all = itemsOf(data);
  const { begin, timeOf } = since ?? {};
  const items = begin && timeOf ? all.filter((item) => Date.parse(timeOf(item)) >= begin) : all;
  return (
    <>
      <ErrorNote error={error} />
      {!error && items.length === 0 ? empty : children(items)}
      {hasNextPage && items.length === all.length && (
        <div className="more">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
