import { afterEach, expect, it } from 'vitest';
import { type Collector, startCollector } from '../../../test/harness/collector.ts';
import { onThisMachine } from '../../../test/harness/this-machine.ts';
import { createEventLoopDelay } from '../event-loop-delay.ts';
import { createMetrics } from '../metrics.ts';
import type { OtlpSpan } from './otlp.ts';
import { createSpanExporter } from './span-exporter.ts';

const quick = { delayMs: 10, backoffMs: 10, longestPauseMs: 2_000, timeoutMs: 2_000, farewellMs: 300 };
const span = (name: string): OtlpSpan => ({
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  name,
  kind: 1,
  startTimeUnixNano: '1700000000000000000',
  endTimeUnixNano: '1700000000000000001',
  attributes: [],
  status: { code: 0 },
});

let collector: Collector | undefined;
let end: (() => Promise<void>) | undefined;
afterEach(async () => {
  await end?.();
  await collector?.stop();
});

async function exporting(reply?: Parameters<typeof startCollector>[0], limits: object = {}) {
  collector = await startCollector(reply);
  const metrics = createMetrics(createEventLoopDelay().lateness);
  const warnings: string[] = [];
  const log = {
    info: () => undefined,
    warn: (_fields: object, message: string) => void warnings.push(message),
    error: () => undefined,
  };
  const settings = { endpoint: collector.url, headers: {}, serviceName: 'test' };
  const exporter = createSpanExporter({ settings, version: '1', log, metrics, limits: { ...quick, ...limits } });
  end = exporter.stop;
  const counted = async (name: string) =>
    Number(new RegExp(`^gateway_spans_${name}_total (\\d+)$`, 'm').exec(await metrics.text())?.[1]);
  return {
    ...exporter,
    warnings,
    collector,
    offerNamed: (...names: string[]) => exporter.offer(names.length, () => names.map(span)),
    sent: () => counted('exported'),
    dropped: () => counted('dropped'),
  };
}
const names = ({ spans }: Collector) => spans().map(({ name }) => name);

it('sends spans that come close together in one request', async () => {
  const exporter = await exporting();
  exporter.offerNamed('a', 'b');
  exporter.offerNamed('c');
  await expect.poll(exporter.sent).toBe(3);
  expect(exporter.collector.uploads).toHaveLength(1);
  expect(names(exporter.collector)).toEqual(['a', 'b', 'c']);
});

it.each([429, 503])('retries after %i and Retry-After, and loses nothing', async (status) => {
  const exporter = await exporting((attempt) => (attempt === 1 ? { status, headers: { 'retry-after': '1' } } : {}));
  const began = performance.now();
  exporter.offerNamed('a');
  await expect.poll(exporter.sent, { timeout: 40_000 }).toBe(1);
  expect(performance.now() - began).toBeGreaterThan(950);
  expect(names(exporter.collector)).toEqual(['a', 'a']);
  expect(await exporter.dropped()).toBe(0);
});

it('drops refused and partly rejected spans, logs it once and goes on', async () => {
  const exporter = await exporting((attempt) => {
    if (attempt === 1) return { status: 400 };
    return attempt === 2 ? { body: '{"partialSuccess":{"rejectedSpans":"1","errorMessage":"no"}}' } : {};
  });
  exporter.offerNamed('a');
  await expect.poll(exporter.dropped).toBe(1);
  exporter.offerNamed('b', 'c');
  await expect.poll(exporter.dropped).toBe(2);
  exporter.offerNamed('d');
  await expect.poll(exporter.sent).toBe(2);
  expect(exporter.warnings).toEqual(['spans could not be exported']);
});

it('queues up to its limit while the collector is down, and counts dropped spans', async () => {
  const exporter = await exporting(() => ({ status: 503 }), { mostQueued: 10, batch: 2, backoffMs: 2_000 });
  for (let offered = 0; offered < 50; offered += 1) exporter.offerNamed('a', 'b');
  // One batch is being sent.
  await expect.poll(exporter.dropped).toBeGreaterThanOrEqual(88);
  await exporter.stop();
  expect(await exporter.dropped()).toBe(100);
  expect(await exporter.sent()).toBe(0);
});

it('sends queued spans when it is stopped', async () => {
  const exporter = await exporting(undefined, { delayMs: 60_000 });
  exporter.offerNamed('a');
  await exporter.stop();
  expect(names(exporter.collector)).toEqual(['a']);
  exporter.offerNamed('too late');
  expect([await exporter.sent(), await exporter.dropped()]).toEqual([1, 1]);
});

it('stops in time although the collector never answers', async () => {
  const exporter = await exporting(() => ({ hang: true }));
  exporter.offerNamed('a');
  await exporter.collector.waitFor(1);
  exporter.offerNamed('b');
  const began = performance.now();
  await exporter.stop();
  expect(performance.now() - began).toBeLessThan(onThisMachine(1_500));
  expect(await exporter.dropped()).toBe(2);
});

it('one trace that cannot be encoded does not affect the others', async () => {
  const exporter = await exporting();
  exporter.offer(1, () => {
    throw new Error('broken');
  });
  exporter.offerNamed('a');
  await expect.poll(exporter.sent).toBe(1);
  expect(names(exporter.collector)).toEqual(['a']);
});
