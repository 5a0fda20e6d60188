import type { Clock } from '../../kernel/clock.ts';
import { disabledReason } from './fire.ts';
import type { Ended, FiringStore } from './firings.store.ts';
import { mostFailures } from './schedule.ts';

const batch = 100;

function howItWent({ status, error }: Ended): Parameters<FiringStore['settle']>[2] {
  if (status === 'completed') return { status: 'ok', error: null, failures: 'none' };
  if (status === 'failed') {
    const { message } = JSON.parse(error ?? '{}') as { message?: string };
    return {
      status: 'failed',
      error: `The agent failed: ${message ?? 'it did not say why'}`.slice(0, 1_000),
      failures: 'more',
    };
  }
  // A person cancelled or deleted it: this is no failure of the schedule.
  const what = status === 'cancelled' ? 'The agent’s turn was cancelled.' : 'The agent’s session was deleted.';
  return { status: 'failed', error: what, failures: 'same' };
}

/** Records how the runs of schedules ended, and returns whether any are still under way. */
export function createSettle({ store, clock }: { store: FiringStore; clock: Clock }) {
  return async function settle(): Promise<boolean> {
    for (;;) {
      const ended = await store.ended(batch);
      // All in one transaction: one each measured longer than the runs themselves.
      if (ended.length > 0)
        await store.transaction(async (tx) => {
          for (const one of ended) {
            const how = howItWent(one);
            await store.settle(tx, one, how, mostFailures, disabledReason(how.error ?? ''), clock.now());
          }
        });
      if (ended.length < batch) return store.isAnyAtWork();
    }
  };
}

export type Settle = ReturnType<typeof createSettle>;
