import type { Reader } from '../../../platform/db/database.ts';
import { historyMeta } from '../../sessions/index.ts';
import type { RunKind } from '../run.ts';
import { type ContentRow, kindsIn, messagesThatMayBringIn, parentOf } from './provenance.store.ts';

/** What started them carries text that nobody here wrote. */
const fromOutside: readonly RunKind[] = ['heartbeat'];
/** Children pass on what they were told, and parents what they were answered: neither makes it anybody's own word. */
const mostGenerations = 10;

/** Memory is the person's own and comes back as quoted data; only what it holds from outside counts as such. */
function broughtIn({ role, content, tool_calls, meta }: ContentRow): boolean {
  // What a client says was said before may hold anything.
  if (role === 'system') return meta === historyMeta;
  const { tool } = JSON.parse(tool_calls ?? '{}') as { tool?: string };
  if (tool === 'spawn_agent') return true;
  if (tool === 'memory_search') return /"kind":"(?:external|tool)"/.test(content);
  return (JSON.parse(meta ?? '{}') as { external?: boolean }).external === true;
}

/**
 * Whether a conversation has seen text from outside: a feed, a page, a tool's answer, in this turn or an earlier one,
 * here or where it was spawned from. An agent that has read such text may repeat it.
 */
export async function sawOutside(reader: Reader, { runId, sessionId }: { runId: string; sessionId: string }) {
  let [run, session]: [string | null, string] = [runId, sessionId];
  for (let generation = 0; generation < mostGenerations; generation += 1) {
    const kinds = await kindsIn(reader, session);
    if (kinds.some((kind) => fromOutside.includes(kind))) return true;
    const rows = await messagesThatMayBringIn(reader, session);
    if (rows.some(broughtIn)) return true;
    const parent: { id: string; session_id: string } | undefined = run ? await parentOf(reader, run) : undefined;
    if (!parent) return false;
    [run, session] = [parent.id, parent.session_id];
  }
  return true;
}
