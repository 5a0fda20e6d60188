import type { Clock } from '../../../kernel/clock.ts';
import type { Person } from '../../../kernel/person.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { MemoryStore } from '../entries/memory.store.ts';
import type { EntryRow } from '../entries/memory.ts';
import { lockPerson } from '../entries/person-lock.store.ts';
import { noteProfileChange } from '../entries/profile-changes.store.ts';
import type { Capture } from './capture.ts';
import type { SessionSummaries } from './session-summaries.ts';
import { answeredRuns, capturedFrom, removeOne, supersededBy, supersedeInstead } from './withdrawal.store.ts';

type Deps = { store: MemoryStore; summaries: SessionSummaries; captureAgain: Capture['again']; clock: Clock };
type PathChange = { sessionId: string; left: readonly string[]; joined: readonly string[] };

/** The most questions whose facts are captured again when their branch is chosen again. */
const mostAgain = 200;

/** Memory follows the chosen path of a conversation: what was captured from a branch that is left goes, and comes back with it. */
export function createWithdrawal({ store, summaries, captureAgain, clock }: Deps) {
  /** The first entry above that stays, if any. */
  function heirOf({ superseded_by }: EntryRow, going: ReadonlyMap<string, EntryRow>): string | null {
    let above = superseded_by;
    while (above !== null && going.has(above)) above = going.get(above)?.superseded_by ?? null;
    return above;
  }

  async function withdraw(tx: Transaction, person: Person, entries: readonly EntryRow[], now: number): Promise<void> {
    const going = new Map(entries.map((entry) => [entry.id, entry]));
    for (const entry of entries) {
      const heir = heirOf(entry, going);
      if (heir !== null) await supersedeInstead(tx, person, entry.id, heir);
      else
        for (const before of await supersededBy(tx, person, entry.id)) {
          if (going.has(before.id)) continue;
          // A field exists once.
          await store.supersede(tx, person, entry.id, before.id, now);
          await store.restore(tx, person, before, now);
        }
    }
    for (const { id } of entries) await removeOne(tx, person, id);
    if (entries.some(({ tier }) => tier === 'profile')) await noteProfileChange(tx, person, now);
  }

  /** In the transaction that chooses another path. */
  return async function followPath(tx: Transaction, person: Person, { sessionId, left, joined }: PathChange) {
    if (left.length === 0 && joined.length === 0) return;
    if (!(await lockPerson(tx, person))) return;
    const entries = await capturedFrom(tx, person, sessionId, left);
    if (entries.length > 0) await withdraw(tx, person, entries, clock.now());
    await summaries.renew(tx, person, sessionId);
    for (const run of await answeredRuns(tx, person, joined.slice(-mostAgain)))
      await captureAgain(tx, person, { runId: run.id, kind: run.kind, sessionId, agentId: run.agent_id });
  };
}
