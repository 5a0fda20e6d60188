import { type Progress, ruleFor, withRetries } from '../chat-completions/retry.ts';
import type { ConfiguredProvider, Shared } from '../configured-provider.ts';
import { instructJson } from '../json-instruction.ts';
import type { ModelAnswer, ModelRequest, OnText } from '../model.ts';
import { createModelList } from '../model-list.ts';
import { createFileSlots } from '../parts/file-slots.ts';
import {
  connectionFailure,
  type Headers,
  ProviderFailure,
  refusal,
  reportedError,
  shorten,
  unreadable,
} from '../provider-failure.ts';
import { mapToolNames, type ToolNames } from '../tool-names.ts';
import { createSdkAnswer } from './answer.ts';
import { createSdkPieces } from './pieces.ts';
import { writeOptions } from './prompt.ts';
import { createRecollection } from './recollection.ts';
import { createSlottedFetch } from './slotted-fetch.ts';
import type { CallOptions, SdkModel } from './types.ts';

type SdkSettings = {
  apiKey: string;
  baseURL?: string;
  headers?: Record<string, string>;
  fetch: typeof globalThis.fetch;
};
type LoadSdk = () => Promise<(settings: SdkSettings) => (model: string) => SdkModel>;

type Options = Shared & {
  /** The connection's name. */
  provider: string;
  kind: 'anthropic' | 'google';
  /** Imports the package when the first call needs it: a start without its key does not pay for it. */
  load: LoadSdk;
  apiKey: string;
  baseUrl: string;
  /** The path that `check` requests, and its headers. */
  listing: string;
  headers: string[];
  /** Headers of every call besides the key. */
  further: Readonly<Record<string, string>>;
};

/** A provider package of the AI SDK behind our interface. */
export function createSdkProvider({
  load,
  baseUrl,
  listing,
  headers,
  further,
  ...options
}: Options): ConfiguredProvider {
  const { provider, kind, apiKey, transport, retryRule, deadlines, log } = options;
  const recollection = createRecollection();
  /** Models that are told in words to answer in JSON. */
  const instructed = new Set<string>();
  const slotted = createSlottedFetch();
  const { headersMs, wholeMs } = transport.timeouts;
  const modelsOf = async (timeoutMs: number) =>
    (await load())({
      apiKey,
      baseURL: baseUrl,
      headers: { ...further },
      fetch: slotted.wrap(transport.fetch(timeoutMs)),
    });
  let whole: ReturnType<typeof modelsOf> | undefined;
  let streaming: ReturnType<typeof modelsOf> | undefined;

  async function attempt(request: ModelRequest, progress: Progress, onText?: OnText): Promise<ModelAnswer> {
    const names = mapToolNames(request);
    const slots = createFileSlots(request.load);
    const options = writeOptions(request, names, recollection, slots, kind);
    if (!slots.mark) return call(request, names, options, progress, onText);
    const done = slotted.expect(slots);
    const headers = { ...options.headers, ...slotted.headersOf(slots) };
    return call(request, names, { ...options, headers }, progress, onText)
      .catch((error: unknown) => {
        throw slots.failure() ?? error;
      })
      .finally(done);
  }

  async function call(
    request: ModelRequest,
    names: ToolNames,
    callOptions: CallOptions,
    progress: Progress,
    onText?: OnText,
  ): Promise<ModelAnswer> {
    const answer = createSdkAnswer(request, names, recollection, { keepsText: !onText, provider: kind });
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
    generate(request, onText): Promise<ModelAnswer> {
      const { model } = request;
      const mayInstruct = request.options?.json?.orInstruct === true;
      const asked = (progress: Progress, signal: AbortSignal) => {
        const within = signal === request.signal ? request : { ...request, signal };
        const written = mayInstruct && instructed.has(model) ? instructJson(within) : within;
        return unlessAborted(signal, attempt(written, progress, onText)).catch((error: unknown) => {
          throw signal.aborted ? signal.reason : explain(error, apiKey);
        });
      };
      const rule = ruleFor(request, retryRule);
      const call = { provider, signal: request.signal, rule, log, deadlines, streams: onText !== undefined };
      return withRetries(call, (progress, signal) =>
        asked(progress, signal).catch((error: unknown) => {
          if (!mayInstruct || instructed.has(model) || !refusesFormat(error)) throw error;
          instructed.add(model);
          log.info({ provider, model }, 'the model has no option for answers in JSON; it is told in words from now on');
          return asked(progress, signal);
        }),
      );
    },
  };
}

const refusesFormat = (error: unknown): boolean =>
  error instanceof ProviderFailure &&
  error.status === 400 &&
  /output.?(?:format|config)|response.?(?:mime|schema|json)|structured output|json.?schema/i.test(error.words) &&
  !/invalid schema/i.test(error.words);

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
