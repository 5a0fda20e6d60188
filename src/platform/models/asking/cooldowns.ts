import { outsideRequests } from '../../../kernel/outside-requests.ts';
import type { Bus } from '../../bus/bus.ts';
import type { Connection } from '../connections/connection.ts';
import type { FailureReason } from './reasons.ts';

export type CooldownRule = {
  firstMs: number;
  longestMs: number;
  /** How often a connection that is down is checked for free. */
  checkEveryMs: number;
};
export const defaultCooldownRule: CooldownRule = { firstMs: 1_000, longestMs: 60_000, checkEveryMs: 2_000 };

/** A provider may ask for more than an hour; it is tried before, once. */
const longestRetryAfterMs = 600_000;
const mostChecks = 60;
const checkTimeoutMs = 5_000;
const channel = 'model-cooldowns';

type Cooldown = {
  reason: FailureReason;
  sinceMs: number;
  untilMs: number;
  /** Failures in a row, each of an attempt that began after the one before had failed. */
  failures: number;
  /** The single call that tries it again is under way. */
  trying: boolean;
  /** Another node saw it. This node believes that until it knows better. */
  hinted: boolean;
};
/** What is sent to other nodes: milliseconds from now, because their clocks differ. */
type Hint = { id: string; reason: FailureReason; ms: number } | { id: string; over: true };

type Deps = { bus?: Pick<Bus, 'publish' | 'subscribe'> | undefined; rule: CooldownRule };

/** Connections that failed. The state is this node's; what other nodes saw is a hint. */
export function createCooldowns({ bus, rule }: Deps) {
  const cooldowns = new Map<string, Cooldown>();
  const checks = new Map<string, NodeJS.Timeout>();
  const node = Math.random().toString(36).slice(2);
  const publish = (hint: Hint) => bus?.publish(channel, JSON.stringify({ ...hint, node }));

  const unsubscribe = bus?.subscribe(channel, (message) => {
    const { node: sender, ...hint } = JSON.parse(message) as Hint & { node: string };
    if (sender === node) return;
    const known = cooldowns.get(hint.id);
    if ('over' in hint) {
      if (known?.hinted) cooldowns.delete(hint.id);
      else if (known) known.untilMs = Math.min(known.untilMs, performance.now());
      return;
    }
    if (known) return;
    const now = performance.now();
    const ms = Math.min(Math.max(0, hint.ms), longestRetryAfterMs);
    cooldowns.set(hint.id, {
      reason: hint.reason,
      sinceMs: now,
      untilMs: now + ms,
      failures: 1,
      trying: false,
      hinted: true,
    });
  });

  /**
   * Asks for the list of models, which is free, until it succeeds. Only a check that failed before says anything when it
   * succeeds: some servers list models while they refuse every call.
   */
  function watch({ id, provider }: Connection): void {
    let failed = false;
    let left = mostChecks;
    const again = () => {
      checks.delete(id);
      if (left === 0 || !cooldowns.has(id)) return;
      left -= 1;
      checks.set(id, setTimeout(look, rule.checkEveryMs).unref());
    };
    const look = () =>
      provider.check(AbortSignal.timeout(checkTimeoutMs)).then(
        () => {
          checks.delete(id);
          const cooldown = cooldowns.get(id);
          if (failed && cooldown) cooldown.untilMs = performance.now();
        },
        () => {
          failed = true;
          again();
        },
      );
    if (!checks.has(id)) outsideRequests(again);
  }

  return {
    /** Whether another connection should be asked first. */
    isCooling(id: string): boolean {
      if (cooldowns.size === 0) return false;
      const cooldown = cooldowns.get(id);
      return cooldown !== undefined && (cooldown.trying || performance.now() < cooldown.untilMs);
    },

    /** Before an attempt. True if it is the single call that tries the connection again. */
    begin(id: string): boolean {
      const cooldown = cooldowns.size > 0 ? cooldowns.get(id) : undefined;
      if (!cooldown || cooldown.trying || performance.now() < cooldown.untilMs) return false;
      cooldown.trying = true;
      return true;
    },

    /** The attempt ended without telling anything, for instance because its caller went away. */
    leave(id: string, tries: boolean): void {
      const cooldown = tries ? cooldowns.get(id) : undefined;
      if (cooldown) cooldown.trying = false;
    },

    succeeded(id: string): void {
      if (cooldowns.size === 0 || !cooldowns.delete(id)) return;
      publish({ id, over: true });
    },

    /** Returns how long it cools down from now; undefined if it already does. */
    failed(
      connection: Connection,
      { reason, beganMs, retryAfterMs }: { reason: FailureReason; beganMs: number; retryAfterMs?: number | undefined },
    ): number | undefined {
      const { id } = connection;
      const known = cooldowns.get(id);
      // Calls that were under way when it began say nothing new.
      if (known && !known.hinted && beganMs < known.sinceMs) return undefined;
      const failures = (known?.failures ?? 0) + 1;
      const usualMs = Math.min(rule.longestMs, rule.firstMs * 2 ** Math.min(failures - 1, 20));
      const lasting = reason === 'key_refused' || reason === 'no_credit';
      const ms = Math.min(retryAfterMs ?? (lasting ? rule.longestMs : usualMs), longestRetryAfterMs);
      const now = performance.now();
      cooldowns.set(id, { reason, sinceMs: now, untilMs: now + ms, failures, trying: false, hinted: false });
      publish({ id, reason, ms });
      if (retryAfterMs === undefined && !lasting) watch(connection);
      return ms;
    },

    /** For people: why it is not asked first, and for how long. */
    stateOf(id: string): { reason: FailureReason; leftMs: number } | undefined {
      const cooldown = cooldowns.get(id);
      return cooldown && { reason: cooldown.reason, leftMs: Math.max(0, cooldown.untilMs - performance.now()) };
    },

    stop(): void {
      unsubscribe?.();
      for (const timer of checks.values()) clearTimeout(timer);
      cooldowns.clear();
    },
  };
}

export type Cooldowns = ReturnType<typeof createCooldowns>;
