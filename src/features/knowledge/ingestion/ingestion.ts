import { backoffMs } from '../../../kernel/backoff.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Engine } from '../../../platform/db/database.ts';
import { createWakeLoop, type NextPass } from '../../../platform/work/wake-loop.ts';
import type { DueAddresses } from '../addresses/due-addresses.ts';
import type { Steps } from './steps.ts';
import { type Claim, DocumentClaimLost, type WorkStore } from './work.store.ts';

type Deps = {
  engine: Engine;
  work: WorkStore;
  steps: Steps;
  addresses: DueAddresses;
  searchModel: string;
  clock: Clock;
  log: Log;
};

/** Steps at once on this node; one workspace has one of them. */
const places = 2;
const pollMs = 30_000;
const longestPauseMs = 600_000;
/** With pauses of up to ten minutes in between. */
const mostAttempts = 12;
const markedAtOnce = 500;
/**
 * During an update, nodes with the earlier model finish documents after this node has looked for them. Not again and again: nodes
 * that have different models for good would embed everything without end.
 */
const lookAgainAfterMs = 900_000;

/**
 * Reads documents and makes them searchable in the background. The database holds what is left to do, so that any node goes on
 * where another stopped. Workspaces take turns, however many documents each of them has.
 */
export function createIngestion({ engine, work, steps, addresses, searchModel, clock, log }: Deps) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const busy = new Map<string, Promise<void>>();
  /** When a workspace last had its turn. */
  const served = new Map<string, number>();
  let turns = 0;
  /** When documents of other models are looked for next. */
  let lookAt: number | undefined;

  async function run(claim: Claim): Promise<void> {
    try {
      const end = await steps.step(claim, signal);
      if (end === 'more') await work.release(claim, 0, 0);
      if (end === 'again') await work.release(claim, signal.aborted ? 0 : clock.now() + 5_000, claim.attempts - 1);
    } catch (error) {
      if (error instanceof DocumentClaimLost) return;
      if (signal.aborted) {
        await work.release(claim, 0, claim.attempts - 1);
        return;
      }
      if (error instanceof AppError && error.code === 'budget_exceeded' && (await steps.giveUp(claim, error.message)))
        return;
      const { versionId, attempts, phase } = claim;
      const pauseMs = backoffMs(attempts, 1_000, longestPauseMs);
      log.warn({ err: error, versionId, phase, attempts, pauseMs }, 'a document could not be processed yet');
      if (attempts >= mostAttempts && phase !== 'removing')
        await steps.giveUp(claim, 'It could not be processed, although it was tried several times.');
      else await work.release(claim, clock.now() + pauseMs, attempts);
    }
  }

  function begin(claim: Claim): void {
    const { workspaceId } = claim;
    turns += 1;
    served.set(workspaceId, turns);
    const step = run(claim)
      .catch((error) => log.warn({ err: error, versionId: claim.versionId }, 'the end of a step could not be written'))
      .finally(() => {
        busy.delete(workspaceId);
        void loop.wake();
      });
    busy.set(workspaceId, step);
  }

  async function prepare(): Promise<void> {
    // On SQLite no other process can hold a claim.
    if (engine === 'sqlite' && lookAt === undefined) await work.dropClaims(clock.now());
    while ((await work.embedOthers(searchModel, clock.now(), markedAtOnce)) === markedAtOnce);
    lookAt = lookAt === undefined ? clock.now() + lookAgainAfterMs : Number.POSITIVE_INFINITY;
  }

  async function pass(): Promise<NextPass> {
    if (signal.aborted) return undefined;
    const now = clock.now();
    if (now >= (lookAt ?? 0)) await prepare();
    await addresses.begin(now);
    if (busy.size < places) {
      const waiting = (await work.workspacesWithWork(now)).filter((id) => !busy.has(id));
      waiting.sort((one, other) => (served.get(one) ?? 0) - (served.get(other) ?? 0));
      for (const workspaceId of waiting) {
        if (busy.size >= places || signal.aborted) break;
        const claim = await work.claim(workspaceId, now);
        if (claim) begin(claim);
      }
      if (served.size > 10_000) served.clear();
    }
    // The end of a step wakes the loop.
    if (busy.size > 0) return undefined;
    const moments = [await work.nextDue(), await addresses.nextDue()].filter((at) => at !== undefined);
    return moments.length > 0 ? Math.min(...moments) : undefined;
  }

  const loop = createWakeLoop({
    pass,
    failure: 'documents could not be looked for',
    pollMs,
    pauseAfterFailureMs: (failures) => backoffMs(failures, 1_000, pollMs),
    clock,
    log,
  });

  return {
    start: (): void => void loop.start(),
    /** Idempotent; claims are released. */
    async stop(): Promise<void> {
      stopping.abort(new Error('The gateway is stopping.'));
      await loop.stop();
      await Promise.all(busy.values());
    },
    wake: (): void => void loop.wake(),
  };
}
