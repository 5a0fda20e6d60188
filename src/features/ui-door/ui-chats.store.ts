import type { Person } from '../../kernel/person.ts';
import type { Database } from '../../platform/db/database.ts';
import { underSurface } from '../sessions/index.ts';

/** A session of a page's chat, and the run that has it. */
export type UiChat = { sessionId: string; agentId: string; runId: string | null };

export const createUiChatStore = (database: Database) => ({
  /** Of the sessions with this surface, and this agent if there is one, the one that was used last. */
  bySurface: ({ workspaceId, userId }: Person, surface: string, agentId: string | undefined) =>
    database.get<UiChat>(
      `SELECT id AS "sessionId", agent_id AS "agentId", running_run_id AS "runId" FROM sessions
       WHERE ${underSurface(database.engine)}
         AND ($4 = '' OR opened_agent_id = $4 OR agent_id = $4) ORDER BY updated_at DESC LIMIT 1`,
      [workspaceId, userId, surface, agentId ?? ''],
    ),
  byId: ({ workspaceId, userId }: Person, sessionId: string) =>
    database.get<UiChat>(
      `SELECT id AS "sessionId", agent_id AS "agentId", running_run_id AS "runId" FROM sessions
       WHERE workspace_id = $1 AND user_id = $2 AND id = $3`,
      [workspaceId, userId, sessionId],
    ),
  /** The answer of a run of the session. */
  answerOf: (sessionId: string, runId: string) =>
    database.get<{ id: string | null }>('SELECT message_id AS id FROM runs WHERE id = $2 AND session_id = $1', [
      sessionId,
      runId,
    ]),
  /** What the person said last in a message of the page, which the run's metadata names. */
  questionOf: (sessionId: string, metadata: string) =>
    database.get<{ id: string }>(
      `SELECT m.id FROM runs r JOIN messages m ON m.session_id = r.session_id AND m.run_id = r.id AND m.role = 'user'
       WHERE r.session_id = $1 AND r.metadata = $2 ORDER BY r.created_at DESC, r.id DESC LIMIT 1`,
      [sessionId, metadata],
    ),
});

export type UiChatStore = ReturnType<typeof createUiChatStore>;
