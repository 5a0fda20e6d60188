import { estimateUsage } from '../estimate.ts';
import type { FinishReason, ModelAnswer, ModelRequest, OnPiece, OnText, Reasoning, TokenUsage } from '../model.ts';
import { reportedError } from '../provider-failure.ts';
import type { ToolNames } from '../tool-names.ts';
import { type CallFragment, createCallBuilder } from './chat-completions-calls.ts';
import type { Progress } from './retry.ts';

type Usage = {
  prompt_tokens?: number;
  completion_tokens?: number;
  prompt_tokens_details?: { cached_tokens?: number | null } | null;
  completion_tokens_details?: { reasoning_tokens?: number | null } | null;
  /** DeepSeek's and Moonshot's names for the same count. */
  prompt_cache_hit_tokens?: number;
  cached_tokens?: number;
};

type Delta = {
  content?: string | null;
  refusal?: string | null;
  /** DeepSeek, Moonshot and older vLLM put reasoning here; OpenRouter and newer vLLM use the other field. */
  reasoning_content?: string | null;
  reasoning?: unknown;
  tool_calls?: CallFragment[] | null;
};

/** One event of a stream, or a whole answer: they differ only in the name of the message field. */
export type Completion = {
  choices?: { delta?: Delta; message?: Delta; finish_reason?: string | null }[];
  usage?: Usage | null;
  error?: { message?: string; code?: string | number | null; type?: string } | string | null;
};

/** Longer reasoning is cut: no model writes as much, and it is stored with the message. */
const longestReasoning = 1_000_000;

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
  onPiece?: OnPiece | undefined;
};

/** Builds an answer from its pieces. */
export function createAnswerBuilder({ names, progress, secret, onText, onPiece }: Options) {
  const calls = createCallBuilder(names, onPiece);
  let text = '';
  let length = 0;
  let waiting: Promise<unknown> | undefined;
  let refusal = '';
  let reasoning: Reasoning | undefined;
  let finish: FinishReason | undefined;
  let usage: Usage | undefined;

  function waitFor(held: void | Promise<void>) {
    if (!held) return;
    waiting = waiting ? Promise.all([waiting, held]) : held;
    // A later `await` gets the failure; without this it would be an unhandled rejection.
    waiting.catch(() => {});
  }

  function takeText(delta: string) {
    if (delta === '') return;
    progress.begun = true;
    length += delta.length;
    if (onText) waitFor(onText(delta));
    else text += delta;
  }

  function takeRefusal(delta: string) {
    refusal += delta;
    if (!onPiece) return takeText(delta);
    progress.begun = true;
    length += delta.length;
    waitFor(onPiece({ type: 'refusal', delta }));
  }

  /** An empty text counts too: some servers expect the field back even when it is empty. */
  function takeReasoning({ reasoning_content: content, reasoning: other }: Delta) {
    const field = typeof content === 'string' ? 'reasoning_content' : 'reasoning';
    const delta = typeof content === 'string' ? content : other;
    if (typeof delta !== 'string') return;
    reasoning ??= { field, text: '' };
    if (delta === '' || field !== reasoning.field) return;
    progress.begun = true;
    length += delta.length;
    if (reasoning.text.length < longestReasoning) reasoning.text += delta;
    waitFor(onPiece?.({ type: 'reasoning', field, delta }));
  }

  return {
    takeText,
    take(piece: Completion) {
      if (piece.usage) usage = piece.usage;
      if (piece.error) throw reportedError(piece.error, secret, reportedUsage(usage, length));
      const choice = piece.choices?.[0];
      if (!choice) return;
      const message = choice.delta ?? choice.message;
      if (message) takeReasoning(message);
      if (message?.content) takeText(message.content);
      if (message?.refusal) takeRefusal(message.refusal);
      for (const fragment of message?.tool_calls ?? []) {
        progress.begun = true;
        waitFor(calls.take(fragment));
      }
      if (choice.finish_reason) finish = finishReasons[choice.finish_reason] ?? 'stop';
    },
    /** Resolves when the listener is ready for more; undefined when it already is. */
    takeWaiting(): Promise<unknown> | undefined {
      const taken = waiting;
      waiting = undefined;
      return taken;
    },
    isFinished: () => finish !== undefined,
    build(request: ModelRequest): ModelAnswer {
      const toolCalls = calls.build();
      const stopped = finish === undefined || finish === 'stop';
      const finishReason = refusal ? 'filtered' : stopped && toolCalls.length > 0 ? 'tool_calls' : (finish ?? 'stop');
      return {
        text,
        toolCalls,
        finishReason,
        usage: countTokens(usage, request, length, toolCalls),
        ...(reasoning && { reasoning }),
        ...(refusal && { refusal }),
      };
    },
  };
}

/** Here prompt tokens include the cached ones; they are separated so that no token is charged twice. */
function countTokens(
  usage: Usage | undefined,
  request: ModelRequest,
  length: number,
  toolCalls: ModelAnswer['toolCalls'],
): TokenUsage {
  return reportedUsage(usage, length) ?? estimateUsage(request, length, toolCalls);
}

function reportedUsage(usage: Usage | undefined, length: number): TokenUsage | undefined {
  if (typeof usage?.prompt_tokens !== 'number') return undefined;
  const cached =
    usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens ?? 0;
  const cachedTokens = Math.min(Math.max(0, cached), usage.prompt_tokens);
  const reasoningTokens = usage.completion_tokens_details?.reasoning_tokens ?? 0;
  return {
    ...(reasoningTokens > 0 && { reasoningTokens }),
    promptTokens: usage.prompt_tokens - cachedTokens,
    cachedTokens,
    completionTokens: usage.completion_tokens ?? Math.ceil(length / 4),
    estimated: false,
  };
}
