import type { Caller } from '../../http/authentication.ts';
import { AppError, accountDisabled, workspaceDisabled } from '../../kernel/errors.ts';
import type { CallerStore } from './caller.store.ts';

/**
 * The only place where a person becomes a caller. Looked up at every request: a removed membership, a changed
 * role, an erased or suspended account takes effect at the next request, on every node. `asPerson`: the request
 * concerns only the account, so a suspended workspace does not matter.
 */
export function createCallerResolver(store: CallerStore, requireVerifiedEmail: boolean) {
  return async (userId: string, workspaceId: string | undefined, asPerson = false): Promise<Caller> => {
    const row = await store.find(userId, workspaceId);
    if (!row) throw new AppError('unauthenticated', 'The account no longer exists.');
    if (row.person_disabled_at !== null) throw accountDisabled();
    if (row.workspace_id === null || row.role === null)
      throw new AppError('forbidden', 'You are not a member of this workspace.');
    if (row.workspace_disabled_at !== null && !asPerson) throw workspaceDisabled();
    const caller: Caller = { userId, workspaceId: row.workspace_id, role: row.role };
    if (requireVerifiedEmail && row.email_verified_at === null) caller.unverified = true;
    return caller;
  };
}
