import type { ChatMessage, ModelRequestBody } from './chat-completions.ts';
import { badParts } from './content-rules.ts';

type Complaint = { message: string; param: string };

/**
 * The requests that OpenAI refuses with 400. A fake that accepts everything would hide histories that a real provider
 * refuses: a tool call without a result after a cancelled turn, an empty message, a dotted tool name.
 */
export function findComplaint(body: ModelRequestBody): Complaint | undefined {
  if (!body.model) return { message: 'you must provide a model parameter', param: 'model' };
  if (!Array.isArray(body.messages)) {
    return { message: "Missing required parameter: 'messages'.", param: 'messages' };
  }
  if (body.stream_options && !body.stream) {
    return {
      message: "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
      param: 'stream_options',
    };
  }
  return (
    emptyArray('messages', body.messages) ??
    emptyArray('tools', body.tools) ??
    badToolName(body) ??
    first(body.messages, badContent) ??
    unansweredToolCall(body.messages)
  );
}

function emptyArray(param: string, array: unknown[] | undefined): Complaint | undefined {
  if (array?.length !== 0) return undefined;
  return { message: `Invalid '${param}': empty array. Expected an array with minimum length 1.`, param };
}

function badToolName({ tools = [] }: ModelRequestBody): Complaint | undefined {
  const index = tools.findIndex(({ function: { name } }) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name));
  if (index < 0) return undefined;
  const param = `tools[${index}].function.name`;
  return { message: `Invalid '${param}': expected a string that matches '^[a-zA-Z0-9_-]{1,64}$'.`, param };
}

function badContent(message: ChatMessage, index: number): Complaint | undefined {
  const param = `messages[${index}]`;
  const mayBeNull = message.role === 'assistant' && message.tool_calls !== undefined;
  if (!mayBeNull && (message.content === null || message.content === undefined)) {
    return { message: "Invalid value for 'content': expected a string, got null.", param: `${param}.content` };
  }
  return badParts(message, param) ?? emptyArray(`${param}.tool_calls`, message.tool_calls);
}

function unansweredToolCall(messages: ChatMessage[]): Complaint | undefined {
  const waiting = new Set<string>();
  const unanswered = () => ({
    message: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...waiting].join(', ')}`,
    param: 'messages',
  });
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (waiting.delete(message.tool_call_id ?? '')) continue;
      return {
        message: "messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
        param: `messages[${index}].role`,
      };
    }
    if (waiting.size > 0) return unanswered();
    for (const { id } of message.tool_calls ?? []) waiting.add(id);
  }
  return waiting.size > 0 ? unanswered() : undefined;
}

function first<Item, Found>(items: Item[], find: (item: Item, index: number) => Found | undefined): Found | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
