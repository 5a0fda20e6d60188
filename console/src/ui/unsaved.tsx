import { useBlocker } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { Confirm } from './dialog.tsx';

/** Asks before a page with changes that are not saved is left, by a link or by closing the tab. */
export function UnsavedGuard({ isChanged }: { isChanged: RefObject<boolean> }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged.current && current.pathname !== next.pathname,
    enableBeforeUnload: () => isChanged.current,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Confirm
      title="Leave without saving?"
      action="Leave"
      keep="Stay here"
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      <p>What you have changed on this page is not saved.</p>
    </Confirm>
  );
}
