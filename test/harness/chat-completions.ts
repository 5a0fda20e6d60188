/** The wire format of chat completions: the request, and the bytes of the answer. */

export type ModelRequestBody = {
  model?: string;
  messages?: ChatMessage[];
  tools?: { type: string; function: { name: string; description?: string; parameters?: unknown } }[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  input?: string | string[] | number[][];
  dimensions?: number;
  encoding_format?: 'float' | 'base64';
  [field: string]: unknown;
};

export type ContentPart = {
  type: string;
  text?: string;
  refusal?: string;
  image_url?: { url?: string; detail?: string };
  file?: { file_data?: string; filename?: string; file_id?: string };
};

export type ChatMessage = {
  role: string;
  content?: string | null | ContentPart[];
  tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
  reasoning_content?: string;
  reasoning?: string;
};

/** The model's answer, independent of how it is sent. */
export type Answer = {
  text?: string;
  /** Sent instead of an answer. */
  refusal?: string;
  /** Reasoning before the answer, in the field of DeepSeek or of OpenRouter. */
  reasoning?: string;
  reasoningField?: 'reasoning_content' | 'reasoning';
  /** A string is sent unchanged, even if malformed; other values are sent as JSON. */
  toolCalls?: { name: string; arguments: unknown; id?: string }[];
  /** Default: `tool_calls` if there are some, else `stop`. */
  finishReason?: 'stop' | 'length' | 'tool_calls' | 'content_filter';
  /** Estimated by default; null for a provider that reports none. */
  usage?: { promptTokens: number; completionTokens: number; cachedTokens?: number; reasoningTokens?: number } | null;
  /** The number of pieces of a streamed text, and of each tool call's arguments. Default: 4. */
  chunks?: number;
};

type Completion = ReturnType<typeof createCompletion>;

let lastNumber = 0;

export function createCompletion(answer: Answer, body: ModelRequestBody) {
  const toolCalls = answer.toolCalls?.map((call) => ({
    id: call.id ?? `call_${++lastNumber}`,
    type: 'function',
    function: {
      name: call.name,
      arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
    },
  }));
  const message = {
    role: 'assistant',
    content: answer.text ?? (toolCalls || answer.refusal ? null : ''),
    refusal: answer.refusal ?? null,
    ...(answer.reasoning !== undefined && { [answer.reasoningField ?? 'reasoning_content']: answer.reasoning }),
    ...(toolCalls && { tool_calls: toolCalls }),
  };
  const usage = usageOf(answer, body);
  return {
    id: `chatcmpl-${++lastNumber}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: body.model ?? '',
    system_fingerprint: 'fp_fake',
    choices: [
      { index: 0, message, logprobs: null, finish_reason: answer.finishReason ?? (toolCalls ? 'tool_calls' : 'stop') },
    ],
    ...(usage && { usage }),
  };
}

/** The same completion as server-sent events: first the role, then one event per delta, then the end. */
export function createEvents(completion: Completion, answer: Answer, body: ModelRequestBody) {
  const { choices, usage, ...envelope } = completion;
  const includeUsage = body.stream_options?.include_usage === true && usage !== undefined;
  const event = (chunk: object) =>
    serverSentEvent({ ...envelope, object: 'chat.completion.chunk', ...(includeUsage && { usage: null }), ...chunk });
  const choice = (delta: object, finishReason: string | null = null) =>
    event({ choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }] });

  const [{ message, finish_reason } = { message: undefined, finish_reason: 'stop' }] = choices;
  const pieces = answer.chunks ?? 4;
  const field = answer.reasoningField ?? 'reasoning_content';
  const reasoning = split(answer.reasoning ?? '', pieces).map((thought) => choice({ [field]: thought }));
  const refusal = split(answer.refusal ?? '', pieces).map((part) => choice({ refusal: part }));
  const text = split(message?.content ?? '', pieces).map((content) => choice({ content }));
  const toolCalls = (message?.tool_calls ?? []).flatMap(({ id, type, function: called }, index) => [
    choice({ tool_calls: [{ index, id, type, function: { name: called.name, arguments: '' } }] }),
    ...split(called.arguments, pieces).map((fragment) =>
      choice({ tool_calls: [{ index, function: { arguments: fragment } }] }),
    ),
  ]);
  return {
    opening: choice({ role: 'assistant', content: message?.tool_calls ? null : '', refusal: null }),
    deltas: [...reasoning, ...refusal, ...text, ...toolCalls],
    closing: [choice({}, finish_reason), includeUsage ? event({ choices: [], usage }) : '', 'data: [DONE]\n\n'].join(
      '',
    ),
  };
}

export const serverSentEvent = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;

export const errorBody = (message: string, type: string, code: string | null = null, param: string | null = null) => ({
  error: { message, type, param, code },
});

export const estimateTokens = (text: string): number => Math.ceil(text.length / 4);

function usageOf(answer: Answer, body: ModelRequestBody) {
  if (answer.usage === null) return undefined;
  const {
    promptTokens,
    completionTokens,
    cachedTokens = 0,
    reasoningTokens = 0,
  } = answer.usage ?? {
    promptTokens: estimateTokens(JSON.stringify(body.messages ?? [])),
    completionTokens: estimateTokens((answer.text ?? '') + JSON.stringify(answer.toolCalls ?? '')),
  };
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: reasoningTokens, audio_tokens: 0 },
  };
}

/** Pieces of equal length, never empty, that do not split a code point. */
function split(text: string, pieces: number): string[] {
  const points = Array.from(text);
  const count = Math.min(pieces, points.length);
  const edge = (index: number) => Math.floor((index * points.length) / count);
  return Array.from({ length: count }, (_, index) => points.slice(edge(index), edge(index + 1)).join(''));
}
