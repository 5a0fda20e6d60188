import type { Reader } from '../../../platform/db/database.ts';
import { historyMeta } from '../../sessions/index.ts';
import type { RunKind } from '../run.ts';

/** What started them carries text that nobody here wrote. */
const fromOutside: readonly RunKind[] = ['heartbeat'];
/** Children pass on what they were told, and parents what they were answered: neither makes it anybody's own word. */
const mostGenerations = 10;

type Row = { role: string; content: string; tool_calls: string | null; meta: string | null };

/** Memory is the person's own and comes back as quoted data; only what it holds from outside counts as such. */
function broughtIn({ role, content, tool_calls, meta }: Row): boolean {
  // What a client says was said before may hold anything.
  if (role === 'system') return meta === historyMeta;
  const { tool } = JSON.parse(tool_calls ?? '{}') as { tool?: string };
  if (tool === 'spawn_agent') return true;
  if (tool === 'memory_search') return /"kind":"(?:external|tool)"/.test(content);
  return (JSON.parse(meta ?? '{}') as { external?: boolean }).external === true;
}

/**
 * Whether a conversation has seen text from outside: a feed, a page, a tool's answer, in this turn or an earlier one,
 * here or where it was spawned from. Whoever has read such text may be repeating it.
 */
export async function sawOutside(reader: Reader, { runId, sessionId }: { runId: string; sessionId: string }) {
  let [run, session]: [string | null, string] = [runId, sessionId];
  for (let generation = 0; generation < mostGenerations; generation += 1) {
    const kinds = await reader.all<{ kind: RunKind }>('SELECT DISTINCT kind FROM runs WHERE session_id = $1', [
      session,
    ]);
    if (kinds.some(({ kind }) => fromOutside.includes(kind))) return true;
    // Only what memory gave back must be looked into: results may be large, and many.
    const rows = await reader.all<Row>(
      `SELECT role, tool_calls, meta, CASE WHEN tool_calls LIKE '%memory_search%' THEN content ELSE '' END AS content
       FROM messages WHERE session_id = $1 AND (role IN ('tool', 'system') OR (role = 'user' AND meta IS NOT NULL))`,
      [session],
    );
    if (rows.some(broughtIn)) return true;
    const parent: { id: string; session_id: string } | undefined = run
      ? await reader.get(
          'SELECT p.id, p.session_id FROM runs r JOIN runs p ON p.id = r.parent_run_id WHERE r.id = $1',
          [run],
        )
      : undefined;
    if (!parent) return false;
    [run, session] = [parent.id, parent.session_id];
  }
  return true;
}
