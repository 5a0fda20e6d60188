import { type Progress, ruleFor, withRetries } from '../chat-completions/retry.ts';
import type { ConfiguredProvider, Shared } from '../configured-provider.ts';
import type { ModelAnswer, ModelRequest, OnText } from '../model.ts';
import { createModelList } from '../model-list.ts';
import {
  connectionFailure,
  type Headers,
  ProviderFailure,
  refusal,
  reportedError,
  shorten,
  unreadable,
} from '../provider-failure.ts';
import { mapToolNames } from '../tool-names.ts';
import { createSdkAnswer } from './answer.ts';
import { createSdkPieces } from './pieces.ts';
import { writeOptions } from './prompt.ts';
import { createRecollection } from './recollection.ts';
import type { SdkModel } from './types.ts';

type SdkSettings = { apiKey: string; baseURL?: string; fetch: typeof globalThis.fetch };
type LoadSdk = () => Promise<(settings: SdkSettings) => (model: string) => SdkModel>;

type Options = Shared & {
  provider: 'anthropic' | 'google';
  /** Imports the package when the first call needs it: a start without its key does not pay for it. */
  load: LoadSdk;
  apiKey: string;
  baseUrl: string;
  /** The path that `check` requests, and its headers. */
  listing: string;
  headers: string[];
};

/** A provider package of the AI SDK behind our interface. */
export function createSdkProvider({ load, baseUrl, listing, headers, ...options }: Options): ConfiguredProvider {
  const { provider, apiKey, transport, retryRule, log } = options;
  const recollection = createRecollection();
  const { headersMs, wholeMs } = transport.timeouts;
  const modelsOf = async (timeoutMs: number) =>
    (await load())({ apiKey, baseURL: baseUrl, fetch: transport.fetch(timeoutMs) });
  let whole: ReturnType<typeof modelsOf> | undefined;
  let streaming: ReturnType<typeof modelsOf> | undefined;

  async function attempt(request: ModelRequest, progress: Progress, onText?: OnText) {
    const names = mapToolNames(request);
    const callOptions = writeOptions(request, names, recollection);
    const answer = createSdkAnswer(request, names, recollection, { keepsText: !onText });
    const pieces = createSdkPieces(names, request.onPiece);
    if (!onText) {
      whole ??= modelsOf(wholeMs);
      const result = await (await whole)(request.model).doGenerate(callOptions);
      answer.takeWhole(result.content);
      return answer.build(result);
    }
    streaming ??= modelsOf(headersMs);
    const { stream } = await (await streaming)(request.model).doStream(callOptions);
    for await (const part of stream) {
      request.signal.throwIfAborted();
      if (part.type === 'error') throw part.error;
      if (answer.takePart(part)) progress.begun = true;
      const held = part.type === 'text-delta' ? onText(part.delta) : pieces(part);
      if (held) await held;
      if (part.type === 'finish') return answer.build(part);
    }
    throw new ProviderFailure('broke off before the end of its answer', { retryable: true });
  }

  const list = createModelList({ ...options, address: baseUrl + listing, headers });

  return {
    list,
    check: async (signal) => (await list(signal)).map(({ id }) => id),
    generate: (request, onText): Promise<ModelAnswer> =>
      withRetries({ provider, signal: request.signal, rule: ruleFor(request, retryRule), log }, (progress) =>
        unlessAborted(request.signal, attempt(request, progress, onText)).catch((error: unknown) => {
          throw request.signal.aborted ? request.signal.reason : explain(error, apiKey);
        }),
      ),
  };
}

/** The package gets the abort signal too, but may not answer at once. */
function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** The package's errors hold the request, the address and the body; only what may be shown is copied. */
function explain(error: unknown, secret: string): unknown {
  if (error instanceof ProviderFailure || typeof error !== 'object' || error === null) return error;
  const { name, message, statusCode, responseHeaders } = error as Partial<SdkError>;
  if (typeof statusCode === 'number' && statusCode !== 200)
    return refusal({ status: statusCode, message, headers: responseHeaders ?? {}, secret });
  // An error inside a stream is a plain object.
  if (!(error instanceof Error)) return reportedError(message, secret);
  if (isConnectionError(error)) return connectionFailure(error);
  if (statusCode === 200 || name === 'AI_TypeValidationError' || name === 'AI_JSONParseError') return unreadable();
  if (!name?.startsWith('AI_')) return error;
  return new ProviderFailure('could not be asked', { retryable: false, words: shorten(message, secret) });
}

type SdkError = { name: string; message: string; statusCode: number; responseHeaders: Headers };

function isConnectionError(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof TypeError && /^(?:terminated|fetch failed)$/.test(current.message)) return true;
    if ('code' in current && /^(?:UND_ERR_|E[A-Z])/.test(String(current.code))) return true;
  }
  return false;
}
