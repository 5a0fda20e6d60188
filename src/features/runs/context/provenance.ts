import type { Reader } from '../../../platform/db/database.ts';
import { historyMeta } from '../../sessions/index.ts';
import { kindsFromOutside } from '../run.ts';
import { type ContentRow, kindsIn, messagesThatMayBringIn, parentOf, readsDocuments } from './provenance.store.ts';

/** How many parents of a spawned run are looked at. Text from outside may come down from any of them. */
const mostGenerations = 10;

/** Whether a message holds text from outside. Memory counts only where an entry itself came from outside. */
function broughtIn({ role, content, parts, tool_calls, meta }: ContentRow): boolean {
  // Others may have written what is in a person's file.
  if (parts !== null) return true;
  // A client may send any text as the conversation before the session.
  if (role === 'system') return meta === historyMeta;
  const { tool } = JSON.parse(tool_calls ?? '{}') as { tool?: string };
  if (tool === 'spawn_agent') return true;
  if (tool === 'memory_search') return /"kind":"(?:external|tool)"/.test(content);
  return (JSON.parse(meta ?? '{}') as { external?: boolean }).external === true;
}

/**
 * Whether a conversation holds text from outside (a feed, a page, a tool's result), in this run, an earlier one or a
 * run that spawned it. An agent that has read such text may repeat it.
 */
export async function sawOutside(reader: Reader, { runId, sessionId }: { runId: string; sessionId: string }) {
  let [run, session]: [string | null, string] = [runId, sessionId];
  for (let generation = 0; generation < mostGenerations; generation += 1) {
    const kinds = await kindsIn(reader, session);
    if (kinds.some((kind) => kindsFromOutside.includes(kind))) return true;
    const rows = await messagesThatMayBringIn(reader, session);
    if (rows.some(broughtIn)) return true;
    if (await readsDocuments(reader, session)) return true;
    const parent: { id: string; session_id: string | null } | undefined = run ? await parentOf(reader, run) : undefined;
    if (!parent) return false;
    // Nobody knows any more what it had read.
    if (parent.session_id === null) return true;
    [run, session] = [parent.id, parent.session_id];
  }
  return true;
}
