import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLocalServer } from './local-server.ts';
import { createRecordLog } from './record-log.ts';

export type Received = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  rawBody: Buffer;
  /** Empty where the body is not JSON. */
  json: { event?: string; timestamp?: string; data?: Record<string, unknown>; [field: string]: unknown };
  receivedAt: number;
};

type Reply = {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  delayMs?: number;
  /** Never answer. */
  hang?: boolean;
  /** Close the connection without an answer. */
  drop?: boolean;
  /** Answer 302, or `status`, with this Location. */
  redirect?: string;
};

/** `attempt` counts the requests to this path, from 1: "fail twice, then succeed" is one line. */
type Replier = Reply | ((received: Received, attempt: number) => Reply | Promise<Reply>);

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** A real HTTP endpoint for webhooks. Default: it answers 200. */
export async function startReceiver() {
  const log = createRecordLog<Received>(({ method, path, json }) => `${method} ${path} ${json.event ?? ''}`);
  const repliers = new Map<string, Replier>();
  let defaultReplier: Replier = {};

  const server = await startLocalServer(async (exchange) => {
    const { request, response, path, body } = exchange;
    const received: Received = {
      method: request.method ?? '',
      path,
      headers: request.headers,
      rawBody: body,
      json: parse(body),
      receivedAt: Date.now(),
    };
    log.add(received);

    const replier = repliers.get(path) ?? defaultReplier;
    const attempt = log.entries.filter((entry) => entry.path === path).length;
    const reply = typeof replier === 'function' ? await replier(received, attempt) : replier;

    if (reply.delayMs) await sleep(reply.delayMs, undefined, { signal: exchange.closed });
    if (reply.hang) return exchange.hang();
    if (reply.drop) return exchange.drop();
    const location = reply.redirect === undefined ? {} : { location: reply.redirect };
    const status = reply.status ?? (reply.redirect === undefined ? 200 : 302);
    response.writeHead(status, { ...location, ...reply.headers }).end(reply.body ?? '');
  });

  return {
    url: server.origin,
    records: log.entries,
    waitFor: log.waitFor,
    stop: server.stop,
    /** The default answer. */
    reply(replier: Replier) {
      defaultReplier = replier;
    },
    replyAt(path: string, replier: Replier) {
      repliers.set(path, replier);
    },
    reset() {
      log.entries.length = 0;
      repliers.clear();
      defaultReplier = {};
    },
  };
}

/** Whether `x-service-signature` is `sha256=` and the hex HMAC-SHA256 of the body as it arrived. */
export function verifySignature(secret: string, { headers, rawBody }: Received): boolean {
  return headers['x-service-signature'] === `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`;
}

function parse(body: Buffer): Received['json'] {
  try {
    const json: unknown = JSON.parse(body.toString());
    return typeof json === 'object' && json !== null ? (json as Received['json']) : {};
  } catch {
    return {};
  }
}
