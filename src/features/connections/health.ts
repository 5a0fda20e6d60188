import { type Clock, iso } from '../../kernel/clock.ts';
import { usd } from '../../kernel/money.ts';
import type { Models } from '../../platform/models/models.ts';
import { type AttemptCounts, hourMs } from './attempts.ts';
import type { ConnectionHours, Sums } from './connection-hours.store.ts';
import type { Health } from './connections.schema.ts';
import type { Observed } from './shown.ts';

type Deps = {
  hours: Pick<ConnectionHours, 'since'>;
  counts: Pick<AttemptCounts, 'flush'>;
  models: Pick<Models, 'cooldownOf'>;
  clock: Clock;
};
/** `key`: under which its attempts are counted. */
type Asked = { id: string; key: string; keyRefusedAt: number | null };

const nothing: Sums = { attempts: 0, failures: 0, fallbacks: 0, cooldowns: 0, answer_ms: 0, cost_nano: 0 };

/** How connections do, for people: cooldowns as this node knows them, and what was counted in the last 24 hours. */
export function createHealth({ hours, counts, models, clock }: Deps) {
  function healthOf({ id, keyRefusedAt }: Asked, { attempts, failures }: Sums): Health {
    const cooldown = models.cooldownOf(id);
    const until = cooldown && cooldown.leftMs > 0 ? iso(clock.now() + Math.round(cooldown.leftMs)) : null;
    if (keyRefusedAt !== null || cooldown?.reason === 'key_refused')
      return { status: 'key_refused', reason: 'key_refused', until };
    if (cooldown) return { status: 'cooling_down', reason: cooldown.reason, until };
    return { status: attempts > failures ? 'ok' : 'unknown', reason: null, until: null };
  }

  return async function observe(workspaceId: string): Promise<(asked: Asked) => Observed> {
    await counts.flush();
    const rows = await hours.since(workspaceId, clock.now() - 24 * hourMs);
    const byKey = new Map(rows.map((row) => [row.connection, row]));
    return (asked) => {
      const sums = byKey.get(asked.key) ?? nothing;
      const answers = sums.attempts - sums.failures;
      return {
        health: healthOf(asked, sums),
        lastDay: {
          attempts: sums.attempts,
          failures: sums.failures,
          fallbacks: sums.fallbacks,
          averageMs: answers > 0 ? Math.round(sums.answer_ms / answers) : null,
          costUsd: usd(sums.cost_nano),
        },
      };
    };
  };
}

export type ObserveConnections = ReturnType<typeof createHealth>;
