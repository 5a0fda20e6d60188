import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { createSpanExporter, type TelemetrySettings } from '../../platform/telemetry/span-exporter.ts';
import { createTraceExport } from './trace-export.ts';
import { createTraceService } from './traces.service.ts';
import { createTraceStore } from './traces.store.ts';

type Background = { start(): void | Promise<void>; stop(): Promise<void> };
type Deps = {
  database: Database;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  version: string;
  settings: Omit<TelemetrySettings, 'endpoint'> & { endpoint: string | undefined };
};

/** Reads traces, and exports them if a collector is configured. */
export function createTraces({ database, clock, log, metrics, version, settings }: Deps) {
  const { endpoint } = settings;
  const exporter =
    endpoint === undefined
      ? undefined
      : createSpanExporter({ settings: { ...settings, endpoint }, version, log, metrics });
  return {
    service: createTraceService({ store: createTraceStore(database), clock }),
    exportTrace: exporter && createTraceExport(exporter),
    /** Stopped after the runs, so that their traces are sent. */
    endingAfter: (runs: Background): Background => ({
      start: runs.start,
      async stop() {
        await runs.stop();
        await exporter?.stop();
      },
    }),
  };
}
