import { withDistinctIds } from './chat-completions-request.ts';
import { estimateUsage } from './estimate.ts';
import type { FinishReason, ModelAnswer, ModelRequest, OnText, TokenUsage } from './model.ts';
import { reportedError } from './provider-failure.ts';
import type { Progress } from './retry.ts';
import type { ToolNames } from './tool-names.ts';

type Usage = {
  prompt_tokens?: number;
  completion_tokens?: number;
  prompt_tokens_details?: { cached_tokens?: number | null } | null;
  /** DeepSeek's and Moonshot's names for the same. */
  prompt_cache_hit_tokens?: number;
  cached_tokens?: number;
};

type Delta = {
  content?: string | null;
  refusal?: string | null;
  tool_calls?: { index?: number; id?: string | null; function?: { name?: string | null; arguments?: string | null } }[];
};

/** One event of a stream, or a whole answer: the same but for the name of the message. */
export type Completion = {
  choices?: { delta?: Delta; message?: Delta; finish_reason?: string | null }[];
  usage?: Usage | null;
  error?: { message?: string; code?: string | number | null; type?: string } | string | null;
};

const finishReasons: Record<string, FinishReason> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'filtered',
};

type Options = {
  names: ToolNames;
  progress: Progress;
  secret: string | undefined;
  onText?: OnText | undefined;
};

/** Puts an answer together from its pieces. */
export function createAnswerBuilder({ names, progress, secret, onText }: Options) {
  const calls: { id: string; name: string; arguments: string; index: number }[] = [];
  let text = '';
  let length = 0;
  let waiting: Promise<unknown> | undefined;
  let refused = false;
  let finish: FinishReason | undefined;
  let usage: Usage | undefined;

  function takeText(delta: string) {
    progress.begun = true;
    length += delta.length;
    if (!onText) {
      text += delta;
      return;
    }
    const held = onText(delta);
    if (!held) return;
    waiting = waiting ? Promise.all([waiting, held]) : held;
    // Whoever waits hears of a failure; nobody need be waiting yet.
    waiting.catch(() => {});
  }

  function takeCall(fragment: NonNullable<Delta['tool_calls']>[number]) {
    progress.begun = true;
    const { id, function: called } = fragment;
    const index = fragment.index ?? calls.length;
    const known = calls.findLast((call) => call.index === index);
    // Some servers number every parallel call 0; a new id with a name is a new call all the same.
    if (known && !(id && called?.name && known.id && id !== known.id)) {
      known.id ||= id ?? '';
      known.name ||= called?.name ?? '';
      known.arguments += called?.arguments ?? '';
    } else calls.push({ id: id ?? '', name: called?.name ?? '', arguments: called?.arguments ?? '', index });
  }

  return {
    take(piece: Completion) {
      if (piece.error) throw reportedError(typeof piece.error === 'string' ? piece.error : piece.error.message, secret);
      if (piece.usage) usage = piece.usage;
      const choice = piece.choices?.[0];
      if (!choice) return;
      const message = choice.delta ?? choice.message;
      if (message?.content) takeText(message.content);
      if (message?.refusal) {
        refused = true;
        takeText(message.refusal);
      }
      for (const fragment of message?.tool_calls ?? []) takeCall(fragment);
      if (choice.finish_reason) finish = finishReasons[choice.finish_reason] ?? 'stop';
    },
    /** Resolves when the listener is ready for more; undefined when it already is. */
    takeWaiting(): Promise<unknown> | undefined {
      const taken = waiting;
      waiting = undefined;
      return taken;
    },
    get finished() {
      return finish !== undefined;
    },
    build(request: ModelRequest): ModelAnswer {
      const toolCalls = withDistinctIds(
        calls.map(({ id, name, arguments: written }) => ({ id, name: names.fromProvider(name), arguments: written })),
      );
      const stopped = finish === undefined || finish === 'stop';
      const finishReason = refused ? 'filtered' : stopped && toolCalls.length > 0 ? 'tool_calls' : (finish ?? 'stop');
      return { text, toolCalls, finishReason, usage: countTokens(usage, request, length, toolCalls) };
    },
  };
}

/** Prompt tokens include the cached ones here; taken apart, no token is counted or paid twice. */
function countTokens(
  usage: Usage | undefined,
  request: ModelRequest,
  length: number,
  toolCalls: ModelAnswer['toolCalls'],
): TokenUsage {
  if (typeof usage?.prompt_tokens !== 'number') {
    return estimateUsage(request, length, toolCalls);
  }
  const cached =
    usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens ?? 0;
  const cachedTokens = Math.min(Math.max(0, cached), usage.prompt_tokens);
  return {
    promptTokens: usage.prompt_tokens - cachedTokens,
    cachedTokens,
    completionTokens: usage.completion_tokens ?? Math.ceil(length / 4),
    estimated: false,
  };
}
