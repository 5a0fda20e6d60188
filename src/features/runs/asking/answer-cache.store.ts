import { deleteByTime } from '../../../platform/db/by-age.ts';
import type { Database } from '../../../platform/db/database.ts';

export type KeptAnswer = {
  id: string;
  workspaceId: string;
  userId: string;
  agentId: string;
  sessionId: string;
  model: string;
  answer: string;
  expiresAt: number;
};

export const createAnswerCacheStore = (database: Database) => ({
  find: (id: string, now: number) =>
    database.get<{ model: string; answer: string }>(
      'SELECT model, answer FROM answer_cache WHERE id = $1 AND expires_at > $2',
      [id, now],
    ),

  /** It goes with the person, the agent and the session it was given in. */
  put: ({ id, workspaceId, userId, agentId, sessionId, model, answer, expiresAt }: KeptAnswer) =>
    database.run(
      `INSERT INTO answer_cache (id, workspace_id, user_id, agent_id, session_id, model, answer, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (id) DO UPDATE SET session_id = $5, model = $6, answer = $7, expires_at = $8`,
      [id, workspaceId, userId, agentId, sessionId, model, answer, expiresAt],
    ),

  before: (time: number) => deleteByTime(database, { table: 'answer_cache', column: 'expires_at', before: time }),
});

export type AnswerCacheStore = ReturnType<typeof createAnswerCacheStore>;
