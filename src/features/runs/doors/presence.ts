import type { Caller } from '../../../http/authentication.ts';
import { iso } from '../../../kernel/clock.ts';
import type { Person } from '../../../kernel/person.ts';
import type { PresenceRow } from './presence.store.ts';
import type { Presence } from './runs.schema.ts';

function stateOf({ status, awaits_client, tool }: PresenceRow): Presence['data'][number]['state'] {
  if (status === null) return 'idle';
  if (status === 'awaiting_approval') return awaits_client === 1 ? 'awaiting_client_tool' : status;
  return tool === null ? 'thinking' : 'tool';
}

/** The agents of the workspace, and what each is doing for the caller. */
export const createPresence =
  (readPresence: (person: Person) => Promise<PresenceRow[]>) =>
  async ({ workspaceId, userId }: Caller): Promise<Presence> => {
    const rows = await readPresence({ workspaceId, userId });
    return {
      data: rows.map((row) => ({
        agentId: row.id,
        name: row.name,
        state: stateOf(row),
        sessionId: row.session_id,
        runId: row.run_id,
        since: row.since === null ? null : iso(row.since),
      })),
    };
  };
