import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { EventLoopDelay, Lateness } from './event-loop-delay.ts';
import { createMetricsOfAll, isOneOfSeveral, type OwnMetrics } from './processes.ts';

export type Sample = { labels?: Record<string, string>; value: number };
/** Undefined when the value is not known: no sample is better than a wrong one. */
export type ReadSamples = () => Promise<readonly Sample[] | undefined>;

const lagOf = (name: string) => `gateway_nodejs_eventloop_lag_${name}_seconds`;
const never = 2 ** 31 - 1;

/**
 * The figures of prom-client that come from samples of the event loop, by its names: it would take a sample every 10 ms, and
 * counts the time between two of them as delay. Of several processes the percentile of the slowest is given.
 */
function measureDelay(registry: Registry, lateness: EventLoopDelay['lateness']): void {
  for (const name of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99']) registry.removeSingleMetric(lagOf(name));
  const figures = [
    ['mean', 'Mean delay of the event loop', ({ meanMs }: Lateness) => meanMs],
    ['p50', 'Median delay of the event loop', ({ p50Ms }: Lateness) => p50Ms],
    ['p90', '90th percentile of the delay of the event loop', ({ p90Ms }: Lateness) => p90Ms],
    ['p99', '99th percentile of the delay of the event loop', ({ p99Ms }: Lateness) => p99Ms],
    ['max', 'Longest delay of the event loop', ({ longestMs }: Lateness) => longestMs],
  ] as const;
  for (const [name, help, read] of figures)
    new Gauge({
      name: lagOf(name),
      help: `${help} in the last one to two minutes.`,
      registers: [registry],
      aggregator: 'max',
      collect() {
        this.set(read(lateness()) / 1_000);
      },
    });
}

/** Totals only: no label ever names a tenant, a user or an agent. */
export function createMetrics(lateness: EventLoopDelay['lateness']) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'gateway_', eventLoopMonitoringPrecision: never });
  measureDelay(registry, lateness);
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
