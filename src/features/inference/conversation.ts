import { invalidField } from '../../kernel/errors.ts';
import type { Part } from '../../kernel/parts.ts';
import type { ModelMessage, Reasoning, ToolCall } from '../../platform/models/model.ts';
import type { InputPart } from '../runs/index.ts';
import { inputParts } from './files/content.ts';
import type { ChatMessage } from './inference.schema.ts';

/** The text of a message. A refusal takes the place of an answer. */
function textOf({ role, content, refusal: refused }: ChatMessage, path: string): string {
  if (content === undefined || content === null) return (role === 'assistant' && refused) || '';
  if (typeof content === 'string') return content;
  return content
    .flatMap(({ type, text, refusal }, index) => {
      if (type === 'refusal' && role === 'assistant' && typeof refusal === 'string') return refusal;
      if (role === 'user' && (type === 'image_url' || type === 'file')) return [];
      if (type !== 'text' || typeof text !== 'string')
        throw invalidField(`${path}.content[${index}]`, `only text is understood here, not "${type}"`);
      return text;
    })
    .join('\n');
}

/** What the messages hold besides text, by their position. */
export function filesIn(messages: readonly ChatMessage[]): Map<number, InputPart[]> {
  const found = new Map<number, InputPart[]>();
  for (const [index, message] of messages.entries()) {
    const parts = inputParts(message, `messages[${index}]`);
    if (parts) found.set(index, parts);
  }
  return found;
}

/** The parts of each message that holds more than text, by its position. */
export type PartsOfMessages = ReadonlyMap<number, readonly Part[]>;
const none: PartsOfMessages = new Map();

/** Empty reasoning is kept: it means that the model did not reason. */
function reasoningOf({ reasoning_content: content, reasoning }: ChatMessage): { reasoning?: Reasoning } {
  if (typeof content === 'string') return { reasoning: { field: 'reasoning_content', text: content } };
  return typeof reasoning === 'string' ? { reasoning: { field: 'reasoning', text: reasoning } } : {};
}

/**
 * Converts OpenAI's messages. Refuses, by the name of the field, what every provider refuses: a tool call without its result,
 * or a result without its call.
 */
export function readMessages(messages: readonly ChatMessage[], parts: PartsOfMessages = none): ModelMessage[] {
  let open = new Map<string, ToolCall>();
  const answered = (path: string) => {
    if (open.size > 0)
      throw invalidField(path, `the tool calls ${[...open.keys()].join(', ')} must be answered by tool messages first`);
  };
  const read = messages.map((message, index): ModelMessage => {
    const path = `messages[${index}]`;
    const content = textOf(message, path);
    if (message.role === 'tool') {
      const id = message.tool_call_id ?? '';
      const call = open.get(id);
      if (!call) throw invalidField(`${path}.tool_call_id`, 'must answer a tool call of the message before');
      open.delete(id);
      return { role: 'tool', toolCallId: id, name: call.name, content, isError: false };
    }
    answered(path);
    if (message.role === 'assistant') {
      const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: text } }) => ({
        id,
        name,
        arguments: text,
      }));
      open = new Map(calls.map((call) => [call.id, call]));
      if (message.function_call) throw invalidField(`${path}.function_call`, 'is not possible here: send tool_calls');
      return {
        role: 'assistant',
        content,
        ...(calls.length > 0 ? { toolCalls: calls } : {}),
        ...reasoningOf(message),
      };
    }
    if (message.content === undefined || message.content === null) throw invalidField(`${path}.content`, 'is required');
    const held = parts.get(index);
    if (held) return { role: 'user', content, parts: held };
    return { role: message.role === 'user' ? 'user' : 'system', content };
  });
  answered('messages');
  return read;
}

export type AgentConversation = { message: string; parts?: readonly Part[] | undefined; history: ModelMessage[] };

/**
 * For an agent: the last message is the question, the others are the history. An agent has its own instructions, so the client's
 * system messages become messages of the user.
 */
export function conversationOf(messages: readonly ModelMessage[]): AgentConversation {
  const read = [...messages];
  const last = read.pop();
  if (last?.role !== 'user' || (last.content.trim() === '' && !last.parts))
    throw invalidField(`messages[${read.length}]`, 'with an agent the last message must be the user’s, and not empty');
  return {
    message: last.content,
    ...(last.parts ? { parts: last.parts } : {}),
    history: read
      .map((message) => (message.role === 'system' ? { role: 'user' as const, content: message.content } : message))
      .filter(
        (message) =>
          message.content.trim() !== '' || (message.role === 'assistant' ? message.toolCalls : 'parts' in message),
      ),
  };
}
