import type { ConfiguredProvider, Shared } from '../configured-provider.ts';
import type { Addressing } from '../connections/addressing.ts';
import type { ModelAnswer, ModelRequest, OnText } from '../model.ts';
import { createModelList } from '../model-list.ts';
import { createFileSlots, type PiecedBody } from '../parts/file-slots.ts';
import { brokeOff, ProviderFailure, refusal, unreadable } from '../provider-failure.ts';
import { mapToolNames, type ToolNames } from '../tool-names.ts';
import { type Completion, createAnswerBuilder } from './chat-completions-answer.ts';
import { type Dialect, learn, writeRequest } from './chat-completions-request.ts';
import { createRepeatedEvents } from './repeated-events.ts';
import { type Progress, ruleFor, withRetries } from './retry.ts';
import { createEventReader } from './server-sent-events.ts';
import type { Reply } from './transport.ts';

type Options = Shared & {
  /** The connection's name. */
  provider: string;
  /** Speaks as OpenAI itself does. */
  isOpenAi: boolean;
  address: Addressing;
  /** The key among them. */
  headers: readonly string[];
  apiKey: string | undefined;
};

/** Limits the attempts with a server that refuses a field and then its absence. */
const mostLessons = 4;

type Call = { request: ModelRequest; names: ToolNames; dialect: Dialect; progress: Progress };

/** A client of OpenAI's chat completions: with tools and streaming it needs half the CPU of the provider package. */
export function createChatCompletions(options: Options): ConfiguredProvider {
  const { provider, isOpenAi, address, apiKey, transport, retryRule, deadlines, log } = options;
  const { origin, pathFor } = address;
  const headers = ['content-type', 'application/json', 'user-agent', 'agent-gateway', ...options.headers];
  const dialects = new Map<string, Dialect>();

  function dialectOf(model: string): Dialect {
    let dialect = dialects.get(model);
    if (!dialect) {
      dialect = {
        maxTokensField: isOpenAi ? 'max_completion_tokens' : 'max_tokens',
        temperature: true,
        streamUsage: true,
        reasoningOff: false,
        // OpenAI does not send reasoning.
        reasoning: isOpenAi ? 'omitted' : 'returned',
        refusedEfforts: new Set(),
        json: true,
      };
      dialects.set(model, dialect);
    }
    return dialect;
  }

  function bodyOf({ request, names, dialect }: Call, stream: boolean): string | PiecedBody {
    const slots = createFileSlots(request.load);
    return slots.bodyOf(writeRequest(request, names, dialect, stream, slots));
  }

  const post = (
    body: string | PiecedBody,
    { model, signal }: ModelRequest,
    headersTimeoutMs: number,
    onData: (chunk: Buffer) => boolean | Promise<boolean>,
  ) =>
    transport.exchange({
      method: 'POST',
      origin,
      path: pathFor(model),
      headers,
      body,
      signal,
      headersTimeoutMs,
      onData,
    });

  async function whole(call: Call): Promise<ModelAnswer | Reply> {
    const { request, names, progress } = call;
    const received: Buffer[] = [];
    const reply = await post(bodyOf(call, false), request, transport.timeouts.wholeMs, (chunk) => {
      // Once the body begins, tokens have been generated and are charged.
      progress.begun = true;
      received.push(chunk);
      return false;
    });
    if (reply.status !== 200) return reply;
    const completion = readJson(received) as Completion | undefined;
    if (!completion) throw unreadable();
    const builder = createAnswerBuilder({ names, progress, secret: apiKey });
    builder.take(completion);
    if (!completion.choices?.length) throw unreadable();
    return builder.build(request);
  }

  async function streamed(call: Call, onText: OnText) {
    const { request, names, progress } = call;
    const { onPiece } = request;
    const builder = createAnswerBuilder({ names, progress, secret: apiKey, onText, onPiece });
    const repeated = createRepeatedEvents();
    let done = false;
    const events = createEventReader((data) => {
      if (done) return;
      const text = repeated.textOf(data);
      if (text !== undefined) return builder.takeText(text);
      if (data === '[DONE]') {
        done = true;
        return;
      }
      const event = readEvent(data);
      repeated.see(data, event);
      builder.take(event);
    });
    try {
      const reply = await post(bodyOf(call, true), request, transport.timeouts.headersMs, (chunk) => {
        const text = events.isBetween() && !done ? repeated.textIn(chunk) : undefined;
        if (text === undefined) events.push(chunk);
        else builder.takeText(text);
        return builder.takeWaiting()?.then(() => done) ?? done;
      });
      if (reply.status !== 200) return reply;
      if (!done && !builder.isFinished()) events.end();
      await builder.takeWaiting();
    } catch (error) {
      // With a finish reason the answer is complete, even if the connection broke afterwards.
      if (request.signal.aborted || !builder.isFinished() || !(error instanceof ProviderFailure)) throw error;
    }
    if (!done && !builder.isFinished()) throw brokeOff();
    return builder.build(request);
  }

  const list = createModelList({ ...options, address: address.listing, headers });

  return {
    generate(given: ModelRequest, onText?: OnText): Promise<ModelAnswer> {
      const names = mapToolNames(given);
      const dialect = dialectOf(given.model);
      const rule = ruleFor(given, retryRule);
      return withRetries(
        { provider, signal: given.signal, rule, log, deadlines, streams: onText !== undefined },
        async (progress, signal) => {
          const request = signal === given.signal ? given : { ...given, signal };
          for (let lessons = 0; ; lessons += 1) {
            const call = { request, names, dialect, progress };
            const outcome = await (onText ? streamed(call, onText) : whole(call));
            if (!('status' in outcome)) return outcome;
            const complaint = readComplaint(outcome);
            const mayLearn = (outcome.status === 400 || outcome.status === 422) && lessons < mostLessons;
            if (!mayLearn || !learn(dialect, complaint, request)) throw refused(outcome, complaint, apiKey);
            log.info(
              { provider, model: request.model, dialect },
              'the model refused an optional field; it is left out from now on',
            );
          }
        },
      );
    },

    ...(address.listsModels && { list }),
    /** The models the server offers, in its order. */
    check: async (signal: AbortSignal): Promise<string[]> => (await list(signal)).map(({ id }) => id),
  };
}

type Complaint = { message: string; param: string; code: string | null };

const refused = ({ status, headers }: Reply, { message, code, param }: Complaint, secret: string | undefined) =>
  refusal({ status, message, code, param, headers, secret });

/** OpenAI's error object, or the forms that other servers send. Undefined fields for an HTML page. */
function readComplaint({ body }: Reply): Complaint {
  const json = readJson(body) as { error?: unknown; message?: unknown; detail?: unknown } | undefined;
  const error = json?.error ?? json?.message ?? json?.detail;
  if (typeof error === 'string') return { message: error, param: '', code: null };
  if (typeof error !== 'object' || error === null) return { message: '', param: '', code: null };
  const { message, param, code } = error as Record<string, unknown>;
  return {
    message: typeof message === 'string' ? message : JSON.stringify(error),
    param: typeof param === 'string' ? param : '',
    code: typeof code === 'string' ? code : null,
  };
}

function readJson(body: Buffer[]): unknown {
  try {
    const [only, ...more] = body;
    return JSON.parse((only && more.length === 0 ? only : Buffer.concat(body)).toString());
  } catch {
    return undefined;
  }
}

function readEvent(data: string): Completion {
  try {
    return JSON.parse(data) as Completion;
  } catch {
    throw unreadable();
  }
}
