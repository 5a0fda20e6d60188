import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import {
  type Answer,
  createCompletion,
  createEvents,
  errorBody,
  type ModelRequestBody,
  serverSentEvent,
} from './chat-completions.ts';
import { findComplaint } from './chat-completions-rules.ts';
import { createEmbeddings } from './fake-embeddings.ts';
import { type Exchange, startLocalServer } from './local-server.ts';
import { createRecordLog } from './record-log.ts';

export type ModelRequest = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: ModelRequestBody;
  /** The client disconnected before the answer was complete. */
  aborted: boolean;
};

type AnswerStep = Answer & {
  /** The delay before the first byte, including the status line. */
  delayMs?: number;
  chunkDelayMs?: number;
  /** Sends the stream in pieces of this many bytes, so that events and characters are split. */
  fragmentBytes?: number;
  /**
   * Breaks off after this many deltas (0: after the role; a large number: before the finish reason): the socket breaks,
   * the stream is silent, an error object follows, or the response ends without `[DONE]`. An answer that is not
   * streamed breaks off in the middle of its JSON; `error` is then a 500.
   */
  cut?: { afterChunks: number; by: 'death' | 'silence' | 'error' | 'end' };
};

type ErrorStep = {
  status: number;
  message?: string;
  type?: string;
  code?: string;
  retryAfter?: number | string;
  delayMs?: number;
  /** Sent instead of the OpenAI error object, as by a proxy. */
  rawBody?: string;
};

/** Never answers; `aborted` of the request becomes true when the client disconnects. */
type HangStep = { hang: true };

/** A string is a text answer. */
export type ModelStep = string | AnswerStep | ErrorStep | HangStep;

type Replier = (request: ModelRequest) => ModelStep | undefined | Promise<ModelStep | undefined>;

export type FakeModel = Awaited<ReturnType<typeof startFakeModel>>;

/** A real HTTP server for chat completions. Answers come from the script, then from `reply`, then it echoes. */
export async function startFakeModel() {
  const log = createRecordLog<ModelRequest>(
    ({ method, path, body, aborted }) => `${method} ${path} ${lastUserText(body)}${aborted ? ' (aborted)' : ''}`,
  );
  let steps: ModelStep[] = [];
  let replier: Replier | undefined;
  let embeddingFailure: ErrorStep | undefined;
  let models: FakeListing = ['fake-model', 'fake-embedding'];

  const server = await startLocalServer(async (exchange) => {
    const { method = '', headers } = exchange.request;
    const json = parse(exchange.body);
    const record: ModelRequest = { method, path: exchange.path, headers, body: json ?? {}, aborted: false };
    exchange.closed.addEventListener('abort', () => {
      if (exchange.closed.reason !== 'disconnected') return;
      record.aborted = true;
      log.changed();
    });
    log.add(record);

    const route = `${method} ${exchange.path}`;
    if (route === 'GET /v1/models')
      return 'status' in models ? sendError(exchange, models) : sendJson(exchange, 200, listOf(models));
    if (json === undefined) return sendError(exchange, { status: 400, message: 'We could not parse the JSON body.' });
    if (route === 'POST /v1/embeddings' && embeddingFailure) return sendError(exchange, embeddingFailure);
    if (route === 'POST /v1/embeddings') return sendJson(exchange, 200, createEmbeddings(json));
    if (route !== 'POST /v1/chat/completions') {
      return sendError(exchange, { status: 404, message: `Unknown request URL: ${route}.` });
    }
    const complaint = findComplaint(json);
    if (complaint) {
      return sendJson(exchange, 400, errorBody(complaint.message, 'invalid_request_error', null, complaint.param));
    }

    const step = steps.shift() ?? (await replier?.(record)) ?? `Echo: ${lastUserText(json)}`;
    await send(exchange, typeof step === 'string' ? { text: step } : step, json);
  });

  return {
    url: `${server.origin}/v1`,
    requests: log.entries,
    waitFor: log.waitFor,
    stop: server.stop,
    /** Each step answers one chat completion, in order of arrival. */
    script(...more: ModelStep[]) {
      steps.push(...more);
    },
    /** Answers requests when the script is empty; if it returns undefined, the server echoes. */
    reply(answer: Replier) {
      replier = answer;
    },
    /** Until the next reset. */
    failEmbeddings(failure: ErrorStep) {
      embeddingFailure = failure;
    },
    /** Sets the list of models, or the failure of the list. */
    list(listing: FakeListing) {
      models = listing;
    },
    reset() {
      embeddingFailure = undefined;
      log.entries.length = 0;
      steps = [];
      replier = undefined;
    },
  };
}

async function send(exchange: Exchange, step: Exclude<ModelStep, string>, body: ModelRequestBody) {
  if ('hang' in step) return exchange.hang();
  if (step.delayMs) await sleep(step.delayMs, undefined, { signal: exchange.closed });
  if ('status' in step) return sendError(exchange, step);
  return body.stream ? sendStream(exchange, step, body) : sendWhole(exchange, step, body);
}

async function sendWhole(exchange: Exchange, step: AnswerStep, body: ModelRequestBody) {
  const completion = createCompletion(step, body);
  if (!step.cut) return sendJson(exchange, 200, completion);
  if (step.cut.by === 'error') return sendError(exchange, { status: 500 });
  const text = JSON.stringify(completion);
  exchange.response.writeHead(200, { 'content-type': 'application/json' }).write(text.slice(0, text.length / 2));
  return breakOff(exchange, step.cut.by);
}

async function sendStream(exchange: Exchange, step: AnswerStep, body: ModelRequestBody) {
  const { opening, deltas, closing } = createEvents(createCompletion(step, body), step, body);
  const write = createWriter(exchange, step.fragmentBytes);
  exchange.response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  await write(opening);
  for (const [index, delta] of deltas.slice(0, step.cut?.afterChunks).entries()) {
    if (step.chunkDelayMs && index > 0) await sleep(step.chunkDelayMs, undefined, { signal: exchange.closed });
    await write(delta);
  }
  if (step.cut?.by === 'error') await write(serverSentEvent(errorBody(serverErrorMessage, 'server_error')));
  if (step.cut) return breakOff(exchange, step.cut.by);
  await write(closing);
  exchange.response.end();
}

async function breakOff(exchange: Exchange, by: 'death' | 'silence' | 'error' | 'end') {
  if (by === 'silence') return exchange.hang();
  if (by === 'death') return exchange.drop();
  exchange.response.end();
}

function createWriter({ response, closed }: Exchange, fragmentBytes?: number) {
  return async (text: string) => {
    const bytes = Buffer.from(text);
    const size = fragmentBytes ?? bytes.length;
    for (let start = 0; start < bytes.length; start += size) {
      if (!response.write(bytes.subarray(start, start + size))) await once(response, 'drain', { signal: closed });
      else if (fragmentBytes) await nextTurn(undefined, { signal: closed });
    }
  };
}

function sendError(exchange: Exchange, { status, message, type, code, retryAfter, rawBody }: ErrorStep) {
  if (retryAfter !== undefined) exchange.response.setHeader('retry-after', retryAfter);
  if (rawBody !== undefined) {
    exchange.response.writeHead(status, { 'content-type': 'text/html' }).end(rawBody);
    return;
  }
  const [usualType, usualCode, usualMessage] =
    status === 429
      ? ['requests', 'rate_limit_exceeded', 'Rate limit reached for requests.']
      : status < 500
        ? ['invalid_request_error', null, 'The request is invalid.']
        : ['server_error', null, serverErrorMessage];
  sendJson(exchange, status, errorBody(message ?? usualMessage, type ?? usualType, code ?? usualCode));
}

function sendJson({ response }: Exchange, status: number, json: object) {
  const text = JSON.stringify(json);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  response.writeHead(status, headers).end(text);
}

const serverErrorMessage = 'The server had an error while processing your request. Sorry about that!';

type FakeListing = (string | { id: string; name: string })[] | ErrorStep;

const listOf = (models: (string | { id: string; name: string })[]) => ({
  object: 'list',
  data: models.map((model) => ({
    ...(typeof model === 'string' ? { id: model } : model),
    object: 'model',
    created: 1_767_225_600,
    owned_by: 'fake',
  })),
});

function lastUserText({ messages }: ModelRequestBody): string {
  const content = messages?.findLast(({ role }) => role === 'user')?.content ?? '';
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');
}

function parse(body: Buffer): ModelRequestBody | undefined {
  try {
    const json: unknown = JSON.parse(body.toString());
    return typeof json === 'object' && json !== null ? (json as ModelRequestBody) : undefined;
  } catch {
    return undefined;
  }
}
