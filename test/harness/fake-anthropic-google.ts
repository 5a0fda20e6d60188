import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startLocalServer } from './local-server.ts';
import { createRecordLog } from './record-log.ts';

/** The model's answer, in terms that both providers share. */
export type FakeAnswer = {
  text?: string;
  /** Reasoning before everything else; `signature` is sent with it, or with the first call. */
  thinking?: string;
  signature?: string;
  toolCalls?: { id?: string; name: string; arguments: Record<string, unknown> }[];
  /** As this provider counts tokens. */
  usage?: { input: number; output: number; cached?: number; written?: number; reasoning?: number };
  /** The provider's own value. */
  stopReason?: string;
  /** Ends a stream after this many events: the socket breaks, an error event follows, or the response just ends. */
  cut?: { afterEvents: number; by: 'death' | 'error' | 'end' };
  fragmentBytes?: number;
};

export type FakeStep =
  | FakeAnswer
  | { status: number; message?: string; headers?: Record<string, string>; rawBody?: string }
  | { hang: true };

type Seen = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  aborted: boolean;
};

/** The wire format of one provider. */
export type Wire = {
  /** Why the provider would refuse the request with 400. */
  complaint(body: Record<string, unknown>): string | undefined;
  isStream(path: string, body: Record<string, unknown>): boolean;
  whole(answer: FakeAnswer): object;
  /** Each event as it goes over the wire. */
  events(answer: FakeAnswer): string[];
  error(status: number, message: string): object;
  errorEvent(message: string): string;
};

/**
 * A real HTTP server that imitates one provider. Scripted steps answer in order of arrival; then it answers "Hello.".
 */
export async function startFakeProvider(wire: Wire) {
  const log = createRecordLog<Seen>(({ method, path }) => `${method} ${path}`);
  let steps: FakeStep[] = [];

  const server = await startLocalServer(async (exchange) => {
    const { method = '', headers } = exchange.request;
    const body = exchange.body.length > 0 ? JSON.parse(exchange.body.toString()) : {};
    const seen: Seen = { method, path: exchange.path, headers, body, aborted: false };
    exchange.closed.addEventListener('abort', () => {
      seen.aborted = exchange.closed.reason === 'disconnected';
      log.changed();
    });
    log.add(seen);

    const { response } = exchange;
    const sendJson = (status: number, json: object, more: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(json));
    const step = steps.shift() ?? { text: 'Hello.' };
    if ('hang' in step) return exchange.hang();
    if ('status' in step) {
      if (step.rawBody !== undefined)
        response.writeHead(step.status, { 'content-type': 'text/html' }).end(step.rawBody);
      else sendJson(step.status, wire.error(step.status, step.message ?? 'It failed.'), step.headers);
      return;
    }
    if (method === 'GET') return void sendJson(200, { data: [], models: [] });
    const complaint = wire.complaint(body);
    if (complaint) return void sendJson(400, wire.error(400, complaint));
    if (!wire.isStream(exchange.request.url ?? '', body)) return void sendJson(200, wire.whole(step));

    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of wire.events(step).slice(0, step.cut?.afterEvents)) {
      const bytes = Buffer.from(event);
      const size = step.fragmentBytes ?? bytes.length;
      for (let start = 0; start < bytes.length; start += size) {
        response.write(bytes.subarray(start, start + size));
        if (step.fragmentBytes) await nextTurn();
      }
    }
    if (step.cut?.by === 'death') return exchange.drop();
    if (step.cut?.by === 'error') response.write(wire.errorEvent('Overloaded, says the fake.'));
    response.end();
  });

  return {
    origin: server.origin,
    requests: log.entries,
    waitFor: log.waitFor,
    stop: server.stop,
    script: (...more: FakeStep[]) => void steps.push(...more),
    reset() {
      steps = [];
      log.entries.length = 0;
    },
  };
}

/** Pieces of equal length that do not split a code point. */
export function inPieces(text: string, count: number): string[] {
  const points = Array.from(text);
  const size = Math.max(1, Math.ceil(points.length / count));
  return Array.from({ length: Math.ceil(points.length / size) }, (_, index) =>
    points.slice(index * size, (index + 1) * size).join(''),
  );
}
