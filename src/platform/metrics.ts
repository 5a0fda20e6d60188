import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createMetricsOfAll, isOneOfSeveral, type OwnMetrics } from './processes.ts';

export type Sample = { labels?: Record<string, string>; value: number };
/** Undefined when the value is not known: no sample is better than a wrong one. */
export type ReadSamples = () => Promise<readonly Sample[] | undefined>;

/** Totals only: no label ever names a tenant, a user or an agent. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'gateway_' });
  const registers = [registry];
  return {
    contentType: registry.contentType,
    text: isOneOfSeveral()
      ? createMetricsOfAll(() => registry.getMetricsAsJSON() as Promise<OwnMetrics>)
      : () => registry.metrics(),
    httpDuration: new Histogram({
      name: 'gateway_http_request_duration_seconds',
      help: 'Time from request to response, by route and class of status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    counter: (name: string, help: string, labelNames: string[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: (name: string, help: string, labelNames: string[], buckets: number[]) =>
      new Histogram({ name, help, labelNames, buckets, registers }),
    /** The value is read whenever the metrics are. */
    gauge(name: string, help: string, read: () => number | Promise<number>): void {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set(await read());
        },
      });
    },
    /** The same for several values, or for a value that may be unknown; equal in all processes of a machine. */
    gauges(name: string, help: string, labelNames: string[], read: ReadSamples): void {
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        aggregator: 'first',
        async collect() {
          const samples = await read();
          this.reset();
          if (labelNames.length === 0) this.remove();
          for (const { labels = {}, value } of samples ?? []) this.set(labels, value);
        },
      });
    },
    /** A total that is stored in the database and only grows: equal on every node and after a restart. */
    totals(name: string, help: string, labelNames: string[], read: ReadSamples): void {
      new Counter({
        name,
        help,
        labelNames,
        registers,
        aggregator: 'first',
        async collect() {
          const samples = await read();
          this.reset();
          if (labelNames.length === 0) this.remove();
          for (const { labels = {}, value } of samples ?? []) this.inc(labels, value);
        },
      });
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
