import { normalise } from '#sentence-encoder/normalise';
import type { Log } from '../../kernel/log.ts';
import { withRetries } from '../models/chat-completions/retry.ts';
import { createTransport, defaultTimeouts } from '../models/chat-completions/transport.ts';
import { refusal, unreadable } from '../models/provider-failure.ts';
import type { Embeddings, EmbedOptions } from './embeddings.ts';

type Options = {
  provider: 'openai' | 'openai-compatible';
  model: string;
  baseUrl: string;
  apiKey: string | undefined;
  log: Log;
};

/** Providers accept about 8,000 tokens of a text; its beginning says what it is about. */
const longestText = 8_000;
/** Texts in one request: parsing the answer blocks the event loop. */
const mostAtOnce = 128;
const urgentTimeoutMs = 10_000;
const backgroundTimeoutMs = 60_000;
/** No retries: a search falls back to words, and the background worker retries later. */
const once = { maxTries: 1, baseMs: 0, windowMs: 0 };

/** A text, or its tokens. */
type Input = string | readonly number[];

type Answer = { data?: { index?: unknown; embedding?: unknown }[]; error?: { message?: unknown; code?: unknown } };

/** OpenAI's `/embeddings`, at OpenAI or at any compatible server. */
export function createProviderEmbeddings({ provider, model, baseUrl, apiKey, log }: Options): Embeddings {
  const transport = createTransport(defaultTimeouts);
  const { origin, pathname } = new URL(baseUrl);
  const path = `${pathname.replace(/\/+$/, '')}/embeddings`;
  const headers = ['content-type', 'application/json', 'user-agent', 'agent-gateway'];
  if (apiKey) headers.push('authorization', `Bearer ${apiKey}`);
  // base64 takes a quarter of the bytes and hardly any parsing; not every compatible server knows it, so only OpenAI is asked.
  const format = provider === 'openai' ? { encoding_format: 'base64' } : {};
  const stopping = new AbortController();
  let dimension = 0;

  async function request(
    input: readonly Input[],
    signal: AbortSignal,
    headersTimeoutMs: number,
    dimensions: number | undefined,
  ): Promise<Float32Array[]> {
    const reply = await transport.exchange({
      method: 'POST',
      origin,
      path,
      headers,
      body: JSON.stringify({ model, input, dimensions, ...format }),
      signal,
      headersTimeoutMs,
    });
    const answer = readJson(reply.body);
    if (reply.status !== 200) {
      const { message, code } = answer?.error ?? {};
      throw refusal({
        status: reply.status,
        message: typeof message === 'string' ? message : undefined,
        code: typeof code === 'string' ? code : null,
        headers: reply.headers,
        secret: apiKey,
      });
    }
    const vectors: Float32Array[] = [];
    for (const [place, { index, embedding }] of (answer?.data ?? []).entries())
      vectors[typeof index === 'number' ? index : place] = normalise(readVector(embedding));
    const length = vectors[0]?.length ?? 0;
    const isWhole = input.every((_, index) => vectors[index]?.length === length);
    if (vectors.length !== input.length || length === 0 || !isWhole) throw unreadable();
    if (dimensions === undefined) dimension = length;
    return vectors;
  }

  async function requestAll(input: readonly Input[], options: EmbedOptions): Promise<Float32Array[]> {
    const { signal, urgent = false, dimensions } = options;
    const either = signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal;
    const timeoutMs = urgent ? urgentTimeoutMs : backgroundTimeoutMs;
    const vectors: Float32Array[] = [];
    for (let from = 0; from < input.length; from += mostAtOnce) {
      const some = input.slice(from, from + mostAtOnce);
      const ask = () => request(some, either, timeoutMs, dimensions);
      vectors.push(...(await withRetries({ provider, signal: either, rule: once, log }, ask)));
    }
    return vectors;
  }

  return {
    model: `${provider}/${model}`,
    searchModel: `${provider}/${model}`,
    get dimension() {
      return dimension;
    },
    async embed(texts, options = {}) {
      const asked = texts.map((text) => text.slice(0, longestText).toWellFormed().trim());
      const vectors = (await requestAll(asked.filter(Boolean), options)).values();
      const length = options.dimensions ?? dimension;
      return asked.map((text) => (text && vectors.next().value) || new Float32Array(length));
    },
    embedTokens: (tokens, options = {}) => requestAll(tokens, options),
    async stop() {
      stopping.abort(new Error('The gateway is stopping.'));
      await transport.stop();
    },
  };
}

function readVector(embedding: unknown): Float32Array {
  if (typeof embedding === 'string') {
    const bytes = Buffer.from(embedding, 'base64');
    return new Float32Array(new Uint8Array(bytes.subarray(0, bytes.length - (bytes.length % 4))).buffer);
  }
  if (!Array.isArray(embedding) || !embedding.every(Number.isFinite)) throw unreadable();
  return Float32Array.from(embedding as number[]);
}

function readJson(body: Buffer[]): Answer | undefined {
  try {
    return JSON.parse(Buffer.concat(body).toString()) as Answer;
  } catch {
    return undefined;
  }
}
