import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, dataOf } from '../api/client.ts';
import { Button, ErrorNote, Loading } from '../ui/basics.tsx';

const partLength = 100_000;
/** So much of the text before a passage is shown with it. */
const before = 20_000;

type Place = { start: number; length: number };
type Props = { id: string; documentId: string; version: string; start: number | undefined; end: number | undefined };

/** The text that is searched. The passage from `start` to `end` is marked, and in view. */
export function DocumentText({ id, documentId, version, start, end }: Props) {
  const first = Math.max(0, (start ?? 0) - before);
  const { data, error, hasNextPage, hasPreviousPage, fetchNextPage, fetchPreviousPage, isFetching } = useInfiniteQuery({
    queryKey: ['get', '/knowledge/{id}/documents/{documentId}/text', id, documentId, version, first],
    queryFn: ({ pageParam, signal }) =>
      dataOf(
        api.GET('/knowledge/{id}/documents/{documentId}/text', {
          params: { path: { id, documentId }, query: pageParam },
          signal,
        }),
      ),
    initialPageParam: { start: first, length: partLength } as Place,
    getNextPageParam: (part): Place | undefined => {
      const next = part.start + part.text.length;
      return next < part.characters ? { start: next, length: partLength } : undefined;
    },
    getPreviousPageParam: (part): Place | undefined => {
      const from = Math.max(0, part.start - partLength);
      return part.start > 0 ? { start: from, length: part.start - from } : undefined;
    },
  });
  const mark = useRef<HTMLElement>(null);
  const isThere = data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another passage may be asked for on the same page.
  useEffect(() => {
    // Newer browsers answer a promise, which is no end of an effect.
    void mark.current?.scrollIntoView({ block: 'center' });
  }, [isThere, start, end]);
  if (!data) return error ? <ErrorNote error={error} /> : <Loading />;
  const text = data.pages.map((part) => part.text).join('');
  const from = data.pages[0]?.start ?? 0;
  const [at, to] = [Math.max(0, (start ?? 0) - from), Math.max(0, (end ?? 0) - from)];
  const isMarked = start !== undefined && to > at;
  return (
    <>
      <ErrorNote error={error} />
      {hasPreviousPage && (
        <div className="more">
          <Button busy={isFetching} onClick={() => void fetchPreviousPage()}>
            Show the text before
          </Button>
        </div>
      )}
      <div className="document-text">
        {isMarked ? (
          <>
            {text.slice(0, at)}
            <mark ref={mark}>{text.slice(at, to)}</mark>
            {text.slice(to)}
          </>
        ) : (
          text
        )}
      </div>
      {hasNextPage && (
        <div className="more">
          <Button busy={isFetching} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
