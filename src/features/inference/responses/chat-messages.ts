import { invalidField } from '../../../kernel/errors.ts';
import type { ChatMessage } from '../inference.schema.ts';
import type { ContentPart, InputItem } from './responses.schema.ts';

/** An item, and where the client gave it. */
export type PlacedItem = { item: InputItem; path: string };
/** Messages of chat completions, and for each the place of the item that it was made of. */
export type ChatMessages = { messages: ChatMessage[]; paths: string[] };

type ChatPart = Exclude<ChatMessage['content'], string | null | undefined>[number];

function chatPart(part: ContentPart, path: string): ChatPart {
  const { type, text, refusal, image_url: url, file_id: fileId, file_data: data, filename } = part;
  if (type === 'input_text' || type === 'output_text' || type === 'text') return { type: 'text', text: text ?? '' };
  if (type === 'refusal') return { type: 'refusal', refusal: refusal ?? '' };
  if (part.file_url) throw invalidField(`${path}.file_url`, 'is not possible here: send file_data or file_id');
  if (type === 'input_image' && url && !fileId) return { type: 'image_url', image_url: { url } };
  if (type === 'input_image' && fileId && !url) return { type: 'file', file: { file_id: fileId } };
  if (type === 'input_image') throw invalidField(path, 'needs one of image_url and file_id');
  if (type === 'input_file')
    return { type: 'file', file: { file_data: data ?? null, file_id: fileId ?? null, filename: filename ?? null } };
  throw invalidField(`${path}.type`, `is not understood: "${type}"`);
}

const contentOf = (content: InputItem['content'], path: string): Exclude<ChatMessage['content'], undefined> =>
  Array.isArray(content)
    ? content.map((part, index) => chatPart(part, `${path}.content[${index}]`))
    : (content ?? null);

/** The result of a tool is text. */
function outputOf({ output }: InputItem, path: string): string {
  if (typeof output === 'string') return output;
  if (!Array.isArray(output)) throw invalidField(`${path}.output`, 'is required');
  return output
    .map(({ type, text }, index) => {
      if (type === 'input_text' || type === 'output_text') return text ?? '';
      throw invalidField(`${path}.output[${index}].type`, `only text is understood here, not "${type}"`);
    })
    .join('\n');
}

const reasoningText = ({ summary, content }: InputItem): string =>
  [...(summary ?? []), ...(Array.isArray(content) ? content : [])].map(({ text }) => text ?? '').join('\n\n');

const textIn = (content: ChatMessage['content']): string =>
  Array.isArray(content) ? content.map(({ text, refusal }) => text ?? refusal ?? '').join('\n') : (content ?? '');

/**
 * Items as messages. What an assistant did in one go is several items here, and one message there: reasoning, text and the calls
 * of tools.
 */
export function chatMessagesOf(items: readonly PlacedItem[]): ChatMessages {
  const messages: ChatMessage[] = [];
  const paths: string[] = [];
  let said: ChatMessage | undefined;
  const add = (message: ChatMessage, path: string) => {
    messages.push(message);
    paths.push(path);
    return message;
  };
  const speaking = (path: string) => {
    said ??= add({ role: 'assistant', content: null }, path);
    return said;
  };

  function assistantSaid(item: InputItem, path: string): void {
    const content = contentOf(item.content, path);
    const isNew = said && textIn(said.content) !== '' && !said.tool_calls;
    if (isNew) said = undefined;
    const message = speaking(path);
    message.content = message.content ? `${textIn(message.content)}\n\n${textIn(content)}` : (content ?? '');
  }

  function called({ call_id: id, name, arguments: text }: InputItem, path: string): void {
    if (!id) throw invalidField(`${path}.call_id`, 'is required');
    if (!name) throw invalidField(`${path}.name`, 'is required');
    const message = speaking(path);
    message.tool_calls = [
      ...(message.tool_calls ?? []),
      { id, type: 'function', function: { name, arguments: text ?? '' } },
    ];
  }

  function reasoned(item: InputItem, path: string): void {
    if (said && (textIn(said.content) !== '' || said.tool_calls)) return;
    const message = speaking(path);
    const field = item.encrypted_content === 'reasoning' ? 'reasoning' : 'reasoning_content';
    message[field] = reasoningText(item);
  }

  for (const { item, path } of items) {
    const type = item.type ?? 'message';
    if (type === 'reasoning') reasoned(item, path);
    else if (type === 'function_call') called(item, path);
    else if (type === 'function_call_output') {
      if (!item.call_id) throw invalidField(`${path}.call_id`, 'is required');
      said = undefined;
      add({ role: 'tool', tool_call_id: item.call_id, content: outputOf(item, path) }, path);
    } else if (type !== 'message') throw invalidField(`${path}.type`, `is not understood here: "${type}"`);
    else if (!item.role) throw invalidField(`${path}.role`, 'is required');
    else if (item.role === 'assistant') assistantSaid(item, path);
    else {
      said = undefined;
      add({ role: item.role, content: contentOf(item.content, path) }, path);
    }
  }
  // Reasoning that nothing followed is of no use to a model.
  const isEmpty = ({ role, content, tool_calls: calls }: ChatMessage) =>
    role === 'assistant' && textIn(content) === '' && !calls;
  const kept = messages
    .map((message, index) => ({ message, path: paths[index] ?? 'input' }))
    .filter(({ message }) => !isEmpty(message));
  return { messages: kept.map(({ message }) => message), paths: kept.map(({ path }) => path) };
}
