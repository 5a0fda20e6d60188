import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../../../kernel/backoff.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Embeddings } from '../../../platform/embeddings/embeddings.ts';
import type { MayEmbed } from '../../../platform/search/text-search.ts';
import { createWakeLoop, type NextPass } from '../../../platform/work/wake-loop.ts';
import type { ToEmbed, VectorStore } from './vectors.store.ts';

type Deps = {
  database: Database;
  store: VectorStore;
  embeddings: Embeddings;
  mayEmbed: MayEmbed;
  clock: Clock;
  log: Log;
};

const batchSize = 32;
const writtenAtOnce = 16;
const markedAtOnce = 500;
/** Longer than any batch takes, even with a slow provider. Embedding an entry twice does no harm. */
const leaseMs = 120_000;
/** The poll interval: finds the claims of a dead node and entries that are due again. */
const pollMs = 30_000;
const longestPauseMs = 600_000;
/** How long a workspace's texts wait until its restrictions are checked again. */
const forbiddenPauseMs = 600_000;
/** During an update, nodes of the version before may still write vectors of another model. */
const secondLookMs = 3_600_000;
/** After this many failures in a row the model is at fault, not the texts. */
const mostFailures = 3;

/**
 * Computes the vectors of entries in the background. The database holds what is left to do; a wake-up is only a hint.
 */
export function createEmbedder({ database, store, embeddings, mayEmbed, clock, log }: Deps) {
  const { searchModel: model } = embeddings;
  const stopping = new AbortController();
  const { signal } = stopping;
  let isPrepared = false;
  /**
   * When to search for vectors of other models. Only twice: nodes with different models would otherwise embed each
   * other's entries for ever.
   */
  const looks = [0, clock.now() + secondLookMs];

  async function embed(entries: readonly ToEmbed[]): Promise<void> {
    const vectors = await embeddings.embed(
      entries.map(({ content }) => content),
      { signal, as: 'statement' },
    );
    const computed = entries.map((entry, index) => ({ entry, vector: vectors[index] ?? new Float32Array() }));
    for (let from = 0; from < computed.length; from += writtenAtOnce)
      await database.transaction((tx) => store.write(tx, model, computed.slice(from, from + writtenAtOnce)));
  }

  async function postpone(entries: readonly ToEmbed[], error: unknown): Promise<void> {
    const attempts = Math.max(...entries.map((entry) => entry.attempts));
    const pauseMs = signal.aborted ? 0 : backoffMs(attempts, 1_000, longestPauseMs);
    if (!signal.aborted)
      log.warn({ err: error, model, entries: entries.length, attempts, pauseMs }, 'memory could not be embedded yet');
    const ids = entries.map(({ id }) => id);
    await store.postpone(ids, pauseMs === 0 ? 0 : clock.now() + pauseMs);
  }

  /** Texts that may not be sent wait; meanwhile they are found by their words. */
  async function allowed(entries: readonly ToEmbed[]): Promise<ToEmbed[]> {
    const forbidden = new Set<string>();
    for (const workspaceId of new Set(entries.map((entry) => entry.workspace_id)))
      if (!(await mayEmbed(workspaceId))) forbidden.add(workspaceId);
    const kept = entries.filter((entry) => forbidden.has(entry.workspace_id)).map(({ id }) => id);
    if (kept.length > 0) await store.keepBack(kept, clock.now() + forbiddenPauseMs);
    return entries.filter((entry) => !forbidden.has(entry.workspace_id));
  }

  /** A text that failed before is embedded alone, so that a refused text does not delay the others. */
  async function work(): Promise<void> {
    const now = clock.now();
    const claimed = await allowed(await store.claim(model, now, batchSize, now + leaseMs));
    const fresh = claimed.filter(({ attempts }) => attempts === 1);
    const again = claimed.filter(({ attempts }) => attempts > 1).map((entry) => [entry]);
    let failures = 0;
    let reason: unknown;
    for (const group of fresh.length > 0 ? [fresh, ...again] : again) {
      if (failures >= mostFailures || signal.aborted) {
        await postpone(group, reason);
        continue;
      }
      try {
        await embed(group);
        failures = 0;
      } catch (error) {
        failures += 1;
        reason = error;
        await postpone(group, error);
      }
    }
  }

  /** After a change of the model all vectors are computed again; newly written entries go first. */
  async function markOthers(): Promise<void> {
    if ((await store.models()).every((name) => name === model)) return;
    log.info({ model }, 'the embedding model has changed: all entries are embedded again');
    let place: { model: string; entryId: string } | undefined = { model: '', entryId: '' };
    while (place && !signal.aborted) {
      place = await store.markOthers(model, place, markedAtOnce, clock.now());
      await sleep(5);
    }
  }

  async function pass(): Promise<NextPass> {
    if (signal.aborted) return;
    if (!isPrepared) {
      // On SQLite no other process can hold a claim.
      if (database.engine === 'sqlite') await store.dropClaims(clock.now());
      isPrepared = true;
    }
    if (clock.now() >= (looks[0] ?? Number.POSITIVE_INFINITY)) {
      await markOthers();
      looks.shift();
    }
    const due = await store.nextDue(model);
    if (due === undefined || due > clock.now()) return due;
    await work();
    return 'again';
  }

  const loop = createWakeLoop({
    pass,
    failure: 'the embedder failed and goes on',
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
    },
    wake: (): void => void loop.wake(),
  };
}
