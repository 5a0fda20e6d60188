import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, iso } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import { type Check, runChecks } from './check.ts';
import type { DiagnosticReport, SeenConnection } from './diagnostics.schema.ts';
import type { DiagnosticsStore } from './diagnostics.store.ts';

const storingMs = 2_000;
const mostUnstored = 10;

type Deps = {
  checks: readonly Check[];
  quickChecks: readonly Check[];
  store: DiagnosticsStore;
  seenConnections(): SeenConnection[];
  clock: Clock;
  log: Log;
};

const severity = { pass: 0, warn: 1, fail: 2 };
type Status = keyof typeof severity;
const worst = (statuses: readonly Status[]): Status =>
  statuses.reduce((one, other) => (severity[other] > severity[one] ? other : one), 'pass');

export function createDiagnostics({ checks, quickChecks, store, seenConnections, clock, log }: Deps) {
  /**
   * Reports made while the database was down are stored together with the next one, so that the history shows the
   * outage.
   */
  let unstored: DiagnosticReport[] = [];
  const underWay = new Map<readonly Check[], Promise<DiagnosticReport>>();

  async function examine(these: readonly Check[]): Promise<DiagnosticReport> {
    const began = performance.now();
    const startedAt = iso(clock.now());
    const results = await runChecks(these, log);
    return {
      id: newId('dgn', clock.now()),
      status: worst(results.map(({ status }) => status)),
      startedAt,
      durationMs: Math.round((performance.now() - began) * 100) / 100,
      checks: results,
    };
  }

  async function keep(report: DiagnosticReport): Promise<void> {
    unstored = [...unstored, report].slice(-mostUnstored);
    if (report.checks.some(({ id, status }) => id === 'database' && status === 'fail')) return;
    const batch = unstored;
    const storing = store.add(batch).then(
      () => {
        unstored = unstored.filter((one) => !batch.includes(one));
      },
      (error) => log.warn({ err: error }, 'a diagnostic report could not be stored'),
    );
    await Promise.race([storing, sleep(storingMs, undefined, { ref: false })]);
  }

  /** Callers that ask while a report is being made share it: the model is asked once. */
  function shared(these: readonly Check[], make: () => Promise<DiagnosticReport>): Promise<DiagnosticReport> {
    const running = underWay.get(these);
    if (running) return running;
    const report = make().finally(() => underWay.delete(these));
    underWay.set(these, report);
    return report;
  }

  return {
    run: () =>
      shared(checks, async () => {
        const report = { ...(await examine(checks)), connections: seenConnections() };
        await keep(report);
        return report;
      }),
    quick: () => shared(quickChecks, () => examine(quickChecks)),
    history: () => store.newest(),
  };
}

export type Diagnostics = ReturnType<typeof createDiagnostics>;
