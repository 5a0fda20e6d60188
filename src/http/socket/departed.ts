import type { Caller } from '../authentication.ts';

/** Who may no longer act in a workspace: everyone, one person, or one key of a person. */
export type Departed = { workspaceId: string; userId?: string | undefined; keyId?: string | undefined };

/** Calls the listener on every node; returns a function that unsubscribes. */
export type OnDeparted = (listener: (departed: Departed) => void) => () => void;

export const hasDeparted = (
  { workspaceId, userId, keyId }: Departed,
  caller: Pick<Caller, 'workspaceId' | 'userId' | 'key'>,
): boolean =>
  caller.workspaceId === workspaceId &&
  (userId === undefined || caller.userId === userId) &&
  (keyId === undefined || caller.key?.id === keyId);
