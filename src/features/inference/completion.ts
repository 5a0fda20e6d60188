import type { AnswerPiece, FinishReason, ModelAnswer, TokenUsage, ToolCall } from '../../platform/models/model.ts';
import type { ChatCompletion, Usage } from './inference.schema.ts';

/** The fields that every piece of one answer repeats. */
export type Head = { id: string; created: number; model: string };
export type Finish = ChatCompletion['choices'][number]['finish_reason'];

export const finishOf: Record<FinishReason, Finish> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool_calls',
  filtered: 'content_filter',
};

export const usageOf = ({ promptTokens, cachedTokens, completionTokens }: Omit<TokenUsage, 'estimated'>): Usage => ({
  prompt_tokens: promptTokens + cachedTokens,
  completion_tokens: completionTokens,
  total_tokens: promptTokens + cachedTokens + completionTokens,
  prompt_tokens_details: { cached_tokens: cachedTokens },
});

const calledFunction = ({ id, name, arguments: text }: ToolCall) => ({
  id,
  type: 'function',
  function: { name, arguments: text },
});

type Said = Pick<ModelAnswer, 'text' | 'toolCalls' | 'reasoning' | 'refusal'> & { finish: Finish; usage: Usage };

export function wholeCompletion(head: Head, { text, toolCalls, finish, usage, ...more }: Said): ChatCompletion {
  const called = toolCalls.length > 0;
  const { reasoning, refusal } = more;
  const said = refusal === undefined ? text : text.replace(refusal, '');
  return {
    ...head,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: said === '' && (called || refusal !== undefined) ? null : said,
          refusal: refusal ?? null,
          ...(reasoning ? { [reasoning.field]: reasoning.text } : {}),
          ...(called ? { tool_calls: toolCalls.map(calledFunction) } : {}),
        },
        logprobs: null,
        finish_reason: finish,
      },
    ],
    usage,
  };
}

/** The answer as events of a stream. Each is JSON on one line, so no text can forge another event. */
export function createChunks({ id, created, model }: Head, includeUsage: boolean) {
  const head = JSON.stringify({ id, object: 'chat.completion.chunk', created, model }).slice(0, -1);
  const event = (choices: string, usage: Usage | null) =>
    `data: ${head},"choices":${choices}${includeUsage ? `,"usage":${JSON.stringify(usage)}` : ''}}\n\n`;
  const delta = (fields: string, finish: Finish | null = null) =>
    event(`[{"index":0,"delta":${fields},"logprobs":null,"finish_reason":${JSON.stringify(finish)}}]`, null);

  return {
    role: () => delta('{"role":"assistant","content":"","refusal":null}'),
    text: (text: string) => delta(`{"content":${JSON.stringify(text)}}`),
    toolCall: (call: ToolCall, index: number) =>
      delta(JSON.stringify({ tool_calls: [{ index, ...calledFunction(call) }] })),
    piece(piece: AnswerPiece): string {
      if (piece.type === 'refusal') return delta(JSON.stringify({ refusal: piece.delta }));
      if (piece.type === 'reasoning') return delta(JSON.stringify({ [piece.field]: piece.delta }));
      const { index, id, name, arguments: text } = piece;
      const begun = id !== undefined && name !== undefined;
      const call = begun ? calledFunction({ id, name, arguments: text }) : { function: { arguments: text } };
      return delta(JSON.stringify({ tool_calls: [{ index, ...call }] }));
    },
    end: (finish: Finish, usage: Usage) =>
      `${delta('{}', finish)}${includeUsage ? event('[]', usage) : ''}data: [DONE]\n\n`,
  };
}

export const errorEvent = (body: object): string => `data: ${JSON.stringify(body)}\n\n`;
