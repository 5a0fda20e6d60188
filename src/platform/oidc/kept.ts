import type { Clock } from '../../kernel/clock.ts';

type Deps<Value> = {
  obtain: () => Promise<Value>;
  clock: Clock;
  /** How long a value is used without asking again. */
  freshMs: number;
  /** How long a value is used when no newer one can be had. */
  usableMs: number;
};

/** After a failure nobody asks again for this long. */
const pauseMs = 5_000;

/** A value of another service: obtained once for all who wait for it, kept for a while, and not asked for in a storm. */
export function createKept<Value>({ obtain, clock, freshMs, usableMs }: Deps<Value>) {
  let kept: { value: Value; at: number } | undefined;
  let failed: { error: unknown; at: number } | undefined;
  let pending: Promise<Value> | undefined;

  const ago = (at: number) => Math.abs(clock.now() - at);

  function renew(): Promise<Value> {
    pending ??= obtain()
      .then((value) => {
        kept = { value, at: clock.now() };
        failed = undefined;
        return value;
      })
      .catch((error: unknown) => {
        failed = { error, at: clock.now() };
        throw error;
      })
      .finally(() => {
        pending = undefined;
      });
    return pending;
  }

  async function get(): Promise<Value> {
    if (kept && ago(kept.at) < freshMs) return kept.value;
    try {
      if (failed && ago(failed.at) < pauseMs) throw failed.error;
      return await renew();
    } catch (error) {
      if (kept && ago(kept.at) < usableMs) return kept.value;
      throw error;
    }
  }

  return {
    get,
    /** A newer value than the one that was got, unless it is younger than `minimumMs`: then undefined. */
    async newer(minimumMs: number): Promise<Value | undefined> {
      if (kept && ago(kept.at) < minimumMs) return undefined;
      if (failed && ago(failed.at) < pauseMs) return undefined;
      return renew();
    },
  };
}
