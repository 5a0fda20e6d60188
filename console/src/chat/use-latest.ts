import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

const nearPx = 80;

/** Scrolls along with what is added at the end, unless the reader has scrolled up. */
export function useLatest(element: RefObject<HTMLElement | null>, content: unknown) {
  const [isAtEnd, setAtEnd] = useState(true);
  const follows = useRef(true);
  const lastTop = useRef(0);
  const jump = useCallback(() => {
    follows.current = true;
    setAtEnd(true);
    element.current?.scrollTo({ top: element.current.scrollHeight });
  }, [element]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the content has changed.
  useLayoutEffect(() => {
    if (follows.current) element.current?.scrollTo({ top: element.current.scrollHeight });
  }, [element, content]);
  const onScroll = useCallback(() => {
    if (!element.current) return;
    const { scrollHeight, scrollTop, clientHeight } = element.current;
    // What is added moves the end away, and is not the reader's doing.
    if (scrollHeight - scrollTop - clientHeight < nearPx) follows.current = true;
    else if (scrollTop < lastTop.current) follows.current = false;
    lastTop.current = scrollTop;
    setAtEnd(follows.current);
  }, [element]);
  return { isAtEnd, jump, onScroll };
}
