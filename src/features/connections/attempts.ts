import { type Clock, dayMs } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Metrics, Sample } from '../../platform/metrics.ts';
import type { Attempt } from '../../platform/models/asking/ask.ts';
import { costNano } from '../../platform/models/catalogue.ts';
import type { ConnectionHours, HourRow } from './connection-hours.store.ts';

type Deps = {
  hours: Pick<ConnectionHours, 'add'>;
  metrics: Metrics;
  clock: Clock;
  log: Log;
};

/** What this node saw since it started. Connections of workspaces are one line: `own`. */
type Seen = {
  attempts: number;
  seconds: number;
  failures: Map<string, number>;
  fallbacks: Map<string, number>;
  cooldowns: Map<string, number>;
};
export type SeenConnection = {
  connection: string;
  attempts: number;
  failures: Record<string, number>;
  fallbacks: Record<string, number>;
  cooldowns: Record<string, number>;
};

export const hourMs = dayMs / 24;
const flushEveryMs = 10_000;

const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

/** Counts attempts in memory, because every model call passes here; the sums are stored every few seconds. */
export function createAttemptCounts({ hours, metrics, clock, log }: Deps) {
  let pending = new Map<string, HourRow>();
  const seen = new Map<string, Seen>();
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();

  function see(connection: string, { reason, goesOn, cooldownMs, ms }: Attempt): void {
    let here = seen.get(connection);
    if (!here) {
      here = { attempts: 0, seconds: 0, failures: new Map(), fallbacks: new Map(), cooldowns: new Map() };
      seen.set(connection, here);
    }
    here.attempts += 1;
    here.seconds += ms / 1_000;
    if (reason === undefined) return;
    count(here.failures, reason);
    if (goesOn) count(here.fallbacks, reason);
    if (cooldownMs !== undefined) count(here.cooldowns, reason);
  }

  function rowFor(workspaceId: string, connection: string): HourRow {
    const hour = Math.floor(clock.now() / hourMs) * hourMs;
    const key = `${workspaceId} ${connection} ${hour}`;
    const known = pending.get(key);
    if (known) return known;
    const nothing = { attempts: 0, failures: 0, fallbacks: 0, cooldowns: 0, answer_ms: 0, cost_nano: 0 };
    const row: HourRow = { workspace_id: workspaceId, connection, hour, ...nothing };
    pending.set(key, row);
    return row;
  }

  function add(row: HourRow, { candidate, reason, goesOn, cooldownMs, ms, usage, answered }: Attempt): void {
    row.attempts += 1;
    if (reason === undefined) row.answer_ms += Math.round(ms);
    else row.failures += 1;
    if (goesOn) row.fallbacks += 1;
    if (cooldownMs !== undefined) row.cooldowns += 1;
    const charged = answered ?? usage;
    if (charged) row.cost_nano += costNano(charged, candidate.info.price);
  }

  async function store(): Promise<void> {
    if (pending.size === 0) return;
    const rows = pending;
    pending = new Map();
    try {
      await hours.add([...rows.values()]);
    } catch (error) {
      log.warn({ err: error }, 'what connections to models did was not counted');
    }
  }

  const flush = (): Promise<void> => {
    flushing = flushing.then(store);
    return flushing;
  };

  const byReason = (of: (here: Seen) => Map<string, number>) => async (): Promise<Sample[]> =>
    [...seen].flatMap(([connection, here]) =>
      [...of(here)].map(([reason, value]) => ({ labels: { connection, reason }, value })),
    );
  const byConnection = (of: (here: Seen) => number) => async (): Promise<Sample[]> =>
    [...seen].map(([connection, here]) => ({ labels: { connection }, value: of(here) }));
  const labels = ['connection', 'reason'];
  const own = 'Those of workspaces are `own`.';
  metrics.totals(
    'gateway_model_attempts_total',
    `Calls of models by this node, by connection. ${own}`,
    ['connection'],
    byConnection(({ attempts }) => attempts),
  );
  metrics.totals(
    'gateway_model_attempt_seconds_total',
    `How long they took. ${own}`,
    ['connection'],
    byConnection(({ seconds }) => seconds),
  );
  metrics.totals(
    'gateway_model_failures_total',
    'Calls of models that failed, by reason.',
    labels,
    byReason(({ failures }) => failures),
  );
  metrics.totals(
    'gateway_model_fallbacks_total',
    'Failed calls after which another model or connection was asked.',
    labels,
    byReason(({ fallbacks }) => fallbacks),
  );
  metrics.totals(
    'gateway_model_cooldowns_total',
    'Cooldowns of connections that began on this node.',
    labels,
    byReason(({ cooldowns }) => cooldowns),
  );

  return {
    /** `workspaceId`: whose call it was; undefined for the gateway's own. */
    observe(attempt: Attempt, workspaceId: string | undefined): void {
      const { id, name, own: isOwn } = attempt.candidate.connection;
      see(isOwn ? 'own' : name, attempt);
      if (workspaceId !== undefined) add(rowFor(workspaceId, isOwn ? id : name), attempt);
    },

    /** Stores what was counted; readers call it, so that they see their own calls. */
    flush,

    seen: (): SeenConnection[] =>
      [...seen].map(([connection, { attempts, failures, fallbacks, cooldowns }]) => ({
        connection,
        attempts,
        failures: Object.fromEntries(failures),
        fallbacks: Object.fromEntries(fallbacks),
        cooldowns: Object.fromEntries(cooldowns),
      })),

    background: {
      start(): void {
        timer ??= setInterval(() => void flush(), flushEveryMs).unref();
      },
      async stop(): Promise<void> {
        clearInterval(timer);
        timer = undefined;
        await flush();
      },
    },
  };
}

export type AttemptCounts = ReturnType<typeof createAttemptCounts>;
