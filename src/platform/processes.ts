import { setTimeout as sleep } from 'node:timers/promises';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import { AppError } from '../kernel/errors.ts';

/** An argument of a process that shares its port with others of the same machine; `supervisor.ts` starts it. */
export const oneOfSeveral = '--one-of-several';
export const isOneOfSeveral = () => process.argv.includes(oneOfSeveral);

export type OwnMetrics = MetricObjectWithValues<MetricValue<string>>[];
/** What the supervisor says to a process. `leave`: take no new connection, finish, end. */
export type FromSupervisor =
  | { type: 'leave' }
  | { type: 'give-metrics'; id: number }
  | { type: 'metrics-of-all'; id: number; text: string };
export type FromProcess =
  | { type: 'ready'; address: string }
  | { type: 'read-metrics'; id: number }
  | { type: 'own-metrics'; id: number; metrics: OwnMetrics };

const patienceMs = 3_000;

const tell = (message: FromProcess) => void process.send?.(message);

export const tellReady = (address: string) => tell({ type: 'ready', address });

export function onLeave(leave: () => void): void {
  process.on('message', (message: FromSupervisor) => {
    if (message.type === 'leave') leave();
  });
}

/** A scrape reaches any one process and must count all. */
export function createMetricsOfAll(readOwn: () => Promise<OwnMetrics>): () => Promise<string> {
  const waiting = new Map<number, (text: string) => void>();
  let last = 0;
  process.on('message', (message: FromSupervisor) => {
    if (message.type === 'metrics-of-all') waiting.get(message.id)?.(message.text);
    if (message.type === 'give-metrics')
      void readOwn().then(
        (metrics) => tell({ type: 'own-metrics', id: message.id, metrics }),
        () => undefined,
      );
  });
  return async () => {
    const id = ++last;
    const { promise, resolve } = Promise.withResolvers<string>();
    waiting.set(id, resolve);
    tell({ type: 'read-metrics', id });
    const text = await Promise.race([promise, sleep(patienceMs, undefined, { ref: false })]);
    waiting.delete(id);
    if (text === undefined)
      throw new AppError('unavailable', 'The other processes did not give their metrics in time.');
    return text;
  };
}
