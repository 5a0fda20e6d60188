import type { ModelMessage, ModelOptions, ModelRequest, Reasoning } from '../model.ts';
import type { ToolNames } from '../tool-names.ts';
import { readArguments } from './tool-arguments.ts';

/** How servers of chat completions, or their models, differ. Learned from the requests they refuse. */
export type Dialect = {
  maxTokensField: 'max_tokens' | 'max_completion_tokens';
  temperature: boolean;
  streamUsage: boolean;
  /** Some OpenAI models accept tools here only with reasoning switched off, and say so. */
  reasoningOff: boolean;
  /**
   * Whether reasoning is sent back. DeepSeek refuses every later request that has a tool call without it, even an empty
   * one; others refuse the field.
   */
  reasoning: 'omitted' | 'returned' | 'required';
};

export function writeRequest(request: ModelRequest, names: ToolNames, dialect: Dialect, stream: boolean): string {
  const { model, messages, tools, temperature, maxTokens, options } = request;
  const thinks = fieldOfReasoning(messages, dialect);
  const body: Record<string, unknown> = {
    model,
    messages: messages.map((message) => writeMessage(message, names, thinks)),
  };
  if (tools.length > 0) {
    body.tools = tools.map(({ name, description, parameters, strict }) => ({
      type: 'function',
      function: { name: names.toProvider(name), description, parameters, strict },
    }));
    if (dialect.reasoningOff) body.reasoning_effort = 'none';
  }
  if (temperature !== null && dialect.temperature) body.temperature = temperature;
  if (maxTokens !== null) body[dialect.maxTokensField] = maxTokens;
  if (options) Object.assign(body, writeOptions(options, names));
  if (stream) {
    body.stream = true;
    if (dialect.streamUsage) body.stream_options = { include_usage: true };
  }
  return JSON.stringify(body);
}

/** Undefined members are not written. */
function writeOptions(options: ModelOptions, names: ToolNames) {
  const { toolChoice, json } = options;
  return {
    tool_choice:
      typeof toolChoice === 'object'
        ? { type: 'function', function: { name: names.toProvider(toolChoice.name) } }
        : toolChoice,
    parallel_tool_calls: options.parallelToolCalls,
    stop: options.stop,
    top_p: options.topP,
    presence_penalty: options.presencePenalty,
    frequency_penalty: options.frequencyPenalty,
    seed: options.seed,
    ...(options.reasoningEffort === undefined ? {} : { reasoning_effort: options.reasoningEffort }),
    response_format: json && (json.schema ? { type: 'json_schema', json_schema: json } : { type: 'json_object' }),
  };
}

/**
 * The reasoning field that messages with tool calls must have: because one of them has it, or because the server
 * demanded it.
 */
function fieldOfReasoning(
  messages: readonly ModelMessage[],
  { reasoning }: Dialect,
): Reasoning['field'] | 'omitted' | undefined {
  if (reasoning === 'omitted') return 'omitted';
  if (reasoning === 'required') return 'reasoning_content';
  for (const message of messages)
    if (message.role === 'assistant' && message.reasoning && message.toolCalls?.length) return message.reasoning.field;
  return undefined;
}

function writeMessage(message: ModelMessage, names: ToolNames, thinks: ReturnType<typeof fieldOfReasoning>) {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  if (message.role !== 'assistant') return { role: message.role, content: message.content };
  const { content, toolCalls, reasoning } = message;
  const thought = thinks === 'omitted' || !reasoning ? {} : { [reasoning.field]: reasoning.text };
  if (!toolCalls?.length) return { role: 'assistant', content, ...thought };
  return {
    role: 'assistant',
    content: content || null,
    ...(thinks && thinks !== 'omitted' && !reasoning ? { [thinks]: '' } : thought),
    tool_calls: toolCalls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: names.toProvider(call.name), arguments: JSON.stringify(readArguments(call.arguments)) },
    })),
  };
}

const refusesParameter =
  /unsupported|not support|unknown|unrecogni[sz]ed|not permitted|extra|unexpected|does not support/i;

/** Learns from a 400 that names an optional field. Returns true if the request should be sent again. */
export function learn(dialect: Dialect, complaint: { message: string; param: string }, request: ModelRequest): boolean {
  const about = (field: string) =>
    complaint.param === field || (refusesParameter.test(complaint.message) && complaint.message.includes(field));

  if (about('reasoning_effort') && request.tools.length > 0 && !dialect.reasoningOff) {
    dialect.reasoningOff = true;
    return true;
  }
  if (/reasoning_content.*(?:must be passed back|missing|required)/i.test(complaint.message)) {
    if (dialect.reasoning === 'required') return false;
    dialect.reasoning = 'required';
    return true;
  }
  const names = (field: RegExp) =>
    field.test(complaint.param) || (refusesParameter.test(complaint.message) && field.test(complaint.message));
  if (names(/\breasoning(?:_content)?\b/) && dialect.reasoning !== 'omitted' && hasReasoning(request)) {
    dialect.reasoning = 'omitted';
    return true;
  }
  if (about('stream_options') && dialect.streamUsage) {
    dialect.streamUsage = false;
    return true;
  }
  if (about(dialect.maxTokensField) && request.maxTokens !== null) {
    dialect.maxTokensField = dialect.maxTokensField === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
    return true;
  }
  if (about('temperature') && dialect.temperature && request.temperature !== null) {
    dialect.temperature = false;
    return true;
  }
  return false;
}

const hasReasoning = ({ messages }: ModelRequest): boolean =>
  messages.some((message) => message.role === 'assistant' && message.reasoning !== undefined);
