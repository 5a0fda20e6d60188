import { openAiErrorOf } from '../../http/errors/error-shapes.ts';
import type { FinishReason, TokenUsage, ToolCall } from '../../platform/models/model.ts';
import type { ChatCompletion, ChatCompletionRequest, Usage } from './inference.schema.ts';
import type { Finish, Head, Said, Spelling } from './spelling.ts';

export const finishOf: Record<FinishReason, Finish> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool_calls',
  filtered: 'content_filter',
};

export const usageOf = ({
  promptTokens,
  cachedTokens,
  completionTokens,
  reasoningTokens,
}: Omit<TokenUsage, 'estimated'>): Usage => ({
  prompt_tokens: promptTokens + cachedTokens,
  completion_tokens: completionTokens,
  total_tokens: promptTokens + cachedTokens + completionTokens,
  prompt_tokens_details: { cached_tokens: cachedTokens },
  ...(reasoningTokens ? { completion_tokens_details: { reasoning_tokens: reasoningTokens } } : {}),
});

const calledFunction = ({ id, name, arguments: text }: ToolCall) => ({
  id,
  type: 'function',
  function: { name, arguments: text },
});

function wholeCompletion(head: Head, { text, toolCalls, finish, usage, ...more }: Said): ChatCompletion {
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

/** OpenAI's chat completions. Each event is JSON on one line, so no text can forge another event. */
export function spellCompletion({ stream_options: options }: ChatCompletionRequest): Spelling<ChatCompletion> {
  const includeUsage = options?.include_usage === true;
  let head = '';
  const event = (choices: string, usage: Usage | null) =>
    `data: ${head},"choices":${choices}${includeUsage ? `,"usage":${JSON.stringify(usage)}` : ''}}\n\n`;
  const delta = (fields: string, finish: Finish | null = null) =>
    event(`[{"index":0,"delta":${fields},"logprobs":null,"finish_reason":${JSON.stringify(finish)}}]`, null);

  return {
    whole: wholeCompletion,
    begin({ id, created, model }) {
      head = JSON.stringify({ id, object: 'chat.completion.chunk', created, model }).slice(0, -1);
      return delta('{"role":"assistant","content":"","refusal":null}');
    },
    text: (text) => delta(`{"content":${JSON.stringify(text)}}`),
    toolCall: (call, index) => delta(JSON.stringify({ tool_calls: [{ index, ...calledFunction(call) }] })),
    piece(piece) {
      if (piece.type === 'refusal') return delta(JSON.stringify({ refusal: piece.delta }));
      if (piece.type === 'reasoning') return delta(JSON.stringify({ [piece.field]: piece.delta }));
      const { index, id, name, arguments: text } = piece;
      const begun = id !== undefined && name !== undefined;
      const call = begun ? calledFunction({ id, name, arguments: text }) : { function: { arguments: text } };
      return delta(JSON.stringify({ tool_calls: [{ index, ...call }] }));
    },
    end: ({ finish, usage }) => `${delta('{}', finish)}${includeUsage ? event('[]', usage) : ''}data: [DONE]\n\n`,
    failed: (error, requestId) => `data: ${JSON.stringify(openAiErrorOf(error, requestId))}\n\n`,
  };
}
