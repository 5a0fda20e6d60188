import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { backoffMs } from '../../kernel/backoff.ts';
import type { Log } from '../../kernel/log.ts';
import type { Metrics } from '../metrics.ts';
import { type OtlpSpan, traceRequest } from './otlp.ts';

export type TelemetrySettings = {
  /** The collector's base address; spans go to /v1/traces under it. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
};

type Limits = {
  /** Spans in memory; further spans are dropped and counted. */
  mostQueued: number;
  batch: number;
  delayMs: number;
  timeoutMs: number;
  maxTries: number;
  backoffMs: number;
  longestPauseMs: number;
  /** The time for sending queued spans at the end. */
  farewellMs: number;
};

const defaultLimits: Limits = {
  mostQueued: 16_384,
  batch: 512,
  delayMs: 1_000,
  timeoutMs: 10_000,
  maxTries: 5,
  backoffMs: 1_000,
  longestPauseMs: 30_000,
  farewellMs: 2_000,
};

type Deps = { settings: TelemetrySettings; version: string; log: Log; metrics: Metrics; limits?: Partial<Limits> };
/** Converted to OTLP only when it is sent, so that the run that offers it does not wait. `size` may be an estimate. */
type Offer = { size: number; spans(): OtlpSpan[] };
type Verdict = { kind: 'taken'; rejected: number } | { kind: 'refused' | 'again'; why: string; afterMs?: number };

/** The statuses that the OTLP specification calls retryable. */
const passing = new Set([429, 502, 503, 504]);
const complainEveryMs = 60_000;

function retryAfterMs(value: unknown): number | undefined {
  const seconds = Number(value);
  if (typeof value !== 'string' || value === '') return undefined;
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function rejectedIn(body: string): number {
  try {
    const { partialSuccess } = JSON.parse(body) as { partialSuccess?: { rejectedSpans?: number | string } };
    return Number(partialSuccess?.rejectedSpans ?? 0) || 0;
  } catch {
    return 0;
  }
}

/** Sends spans to a collector in batches, by OTLP over HTTP with JSON. It never blocks a caller and never throws. */
export function createSpanExporter({ settings, version, log, metrics, limits: given }: Deps) {
  const limits = { ...defaultLimits, ...given };
  const { origin, pathname } = new URL(`${settings.endpoint.replace(/\/+$/, '')}/v1/traces`);
  const agent = new Agent({ connect: { timeout: 5_000 }, connections: 1, keepAliveTimeout: 30_000 });
  const sent = metrics.counter('gateway_spans_exported_total', 'Spans that the collector has taken.');
  const dropped = metrics.counter('gateway_spans_dropped_total', 'Spans that could not be exported.');
  const cut = new AbortController();
  const queue: Offer[] = [];
  let queued = 0;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let complainedAt = Number.NEGATIVE_INFINITY;

  function drop(spans: number, why: string): void {
    dropped.inc(spans);
    if (performance.now() - complainedAt < complainEveryMs) return;
    complainedAt = performance.now();
    log.warn({ spans, why }, 'spans could not be exported');
  }

  async function post(body: string): Promise<Verdict> {
    try {
      const {
        statusCode,
        headers,
        body: answer,
      } = await agent.request({
        origin,
        path: pathname,
        method: 'POST',
        headers: { ...settings.headers, 'content-type': 'application/json' },
        body,
        signal: AbortSignal.any([cut.signal, AbortSignal.timeout(limits.timeoutMs)]),
        headersTimeout: limits.timeoutMs,
        bodyTimeout: limits.timeoutMs,
      });
      const text = await answer.text();
      if (statusCode >= 200 && statusCode < 300) return { kind: 'taken', rejected: rejectedIn(text) };
      const why = `the collector answered ${statusCode}`;
      if (!passing.has(statusCode)) return { kind: 'refused', why };
      const afterMs = retryAfterMs(headers['retry-after']);
      return { kind: 'again', why, ...(afterMs === undefined ? {} : { afterMs }) };
    } catch (error) {
      const code = (error as { code?: string }).code ?? (error as Error).name;
      return { kind: 'again', why: `the collector could not be reached (${code})` };
    }
  }

  async function send(body: string, spans: number): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const verdict = await post(body);
      if (verdict.kind === 'taken') {
        sent.inc(spans - verdict.rejected);
        if (verdict.rejected > 0) drop(verdict.rejected, 'the collector rejected some of them');
        return;
      }
      if (verdict.kind === 'refused' || tries === limits.maxTries || cut.signal.aborted)
        return drop(spans, verdict.why);
      const pauseMs = verdict.afterMs ?? backoffMs(tries, limits.backoffMs, limits.longestPauseMs);
      await sleep(Math.min(pauseMs, limits.longestPauseMs), undefined, { signal: cut.signal }).catch(() => undefined);
    }
  }

  function takeBatch(): OtlpSpan[] {
    const spans: OtlpSpan[] = [];
    while (spans.length < limits.batch) {
      const offer = queue.shift();
      if (!offer) break;
      queued -= offer.size;
      try {
        spans.push(...offer.spans());
      } catch (error) {
        log.error({ err: error }, 'a trace could not be converted to OTLP');
      }
    }
    return spans;
  }

  async function drain(): Promise<void> {
    while (queue.length > 0 && !cut.signal.aborted) {
      const spans = takeBatch();
      if (spans.length > 0) await send(traceRequest(spans, settings.serviceName, version), spans.length);
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    sending ??= drain().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  return {
    offer(size: number, spans: () => OtlpSpan[]): void {
      if (cut.signal.aborted || queued + size > limits.mostQueued) {
        drop(size, 'too many wait for the collector');
        return;
      }
      queue.push({ size, spans });
      queued += size;
      if (queued >= limits.batch) void flush();
      else timer ??= setTimeout(flush, limits.delayMs).unref();
    },
    /** Sends queued spans for a short time, then drops the rest. */
    async stop(): Promise<void> {
      const everything = async () => {
        while (queue.length > 0 || sending) await flush();
      };
      await Promise.race([everything(), sleep(limits.farewellMs, undefined, { ref: false })]);
      cut.abort();
      await sending;
      if (queued > 0) drop(queued, 'the gateway stopped before the collector took them');
      queue.length = 0;
      queued = 0;
      await agent.destroy();
    },
  };
}

export type SpanExporter = ReturnType<typeof createSpanExporter>;
