import { invalidField } from '../../../kernel/errors.ts';
import type { Reasoning, ToolCall } from '../../../platform/models/model.ts';
import type { InputPart } from '../../runs/index.ts';
import { refuseUnknown } from './known-fields.ts';
import type { Block, Content } from './messages.schema.ts';

/** Begins the signature of reasoning that is not Anthropic's: the name of the field it came in follows. */
export const ownSignature = 'agw.';

export function textIn(fields: Readonly<Record<string, unknown>>, name: string, path: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw invalidField(`${path}.${name}`, 'must be a string');
  return value;
}

function sourceOf({ source }: Block, path: string): Block {
  if (typeof source !== 'object' || source === null || typeof (source as Block).type !== 'string')
    throw invalidField(`${path}.source`, 'must be an object with a type');
  return source as Block;
}

/** What is held of a large body stands where its base64 was. */
function dataOf(source: Block, path: string): string {
  const data = textIn(source, 'data', path);
  return data.startsWith('held:') ? data : `data:${textIn(source, 'media_type', path)};base64,${data}`;
}

function imageOf(block: Block, path: string): InputPart {
  refuseUnknown(block, ['type', 'source'], path);
  const source = sourceOf(block, path);
  const place = `${path}.source`;
  if (source.type === 'base64') return { type: 'image', data: dataOf(source, place) };
  if (source.type === 'url') return { type: 'image', url: textIn(source, 'url', place) };
  if (source.type === 'file') return { type: 'image', fileId: textIn(source, 'file_id', place) };
  throw invalidField(`${place}.type`, 'must be one of: base64, url, file');
}

const titled = ({ title, context }: Block, text: string): string =>
  [title, context, text].filter((one) => typeof one === 'string' && one !== '').join('\n\n');

function documentOf(block: Block, path: string): InputPart[] {
  const { citations, ...rest } = block;
  refuseUnknown(rest, ['type', 'source', 'title', 'context'], path);
  if ((citations as { enabled?: unknown } | null | undefined)?.enabled)
    throw invalidField(`${path}.citations`, 'is not possible here');
  const source = sourceOf(block, path);
  const place = `${path}.source`;
  const context = titled({ ...block, title: null }, '');
  const about: InputPart[] = context === '' ? [] : [{ type: 'text', text: context }];
  const name = typeof block.title === 'string' && block.title !== '' ? { name: block.title.slice(0, 255) } : {};
  if (source.type === 'base64') return [...about, { type: 'file', data: dataOf(source, place), ...name }];
  if (source.type === 'file') return [...about, { type: 'file', fileId: textIn(source, 'file_id', place) }];
  if (source.type === 'text') return [{ type: 'text', text: titled(block, textIn(source, 'data', place)) }];
  if (source.type === 'content') {
    const said = partsOf(source.content as Content, `${place}.content`, ['text', 'image']);
    return [...(titled(block, '') === '' ? [] : [{ type: 'text' as const, text: titled(block, '') }]), ...said];
  }
  throw invalidField(`${place}.type`, 'must be one of: base64, text, content, file');
}

/** Texts, images and documents, in their order. */
export function partsOf(content: Content | undefined, path: string, types: readonly string[]): InputPart[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) throw invalidField(path, 'must be a text or a list of blocks');
  return content.flatMap((block, index): InputPart | InputPart[] => {
    const place = `${path}[${index}]`;
    if (!types.includes(block?.type)) throw invalidField(`${place}.type`, `must be one of: ${types.join(', ')}`);
    if (block.type === 'image') return imageOf(block, place);
    if (block.type === 'document') return documentOf(block, place);
    refuseUnknown(block, ['type', 'text', 'citations'], place);
    return { type: 'text', text: textIn(block, 'text', place) };
  });
}

export const textOf = (parts: readonly InputPart[]): string =>
  parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');

type Said = { content: string; toolCalls: ToolCall[]; reasoning?: Reasoning };

/** In the form that the package for Anthropic wants back. */
type Recalled = Record<string, unknown>;
const signed = (text: string, options: Record<string, string>): Recalled => ({
  type: 'reasoning',
  text,
  providerOptions: { anthropic: options },
});

/** An answer that the client sends back. Reasoning with a signature of Anthropic goes back to it unchanged. */
export function answerOf(content: Content, path: string): Said {
  if (typeof content === 'string') return { content, toolCalls: [] };
  const texts: string[] = [];
  const thoughts: string[] = [];
  const toolCalls: ToolCall[] = [];
  const recalled: Recalled[] = [];
  let field: Reasoning['field'] = 'reasoning_content';
  let isSigned = false;
  for (const [index, block] of content.entries()) {
    const place = `${path}[${index}]`;
    if (block.type === 'text') {
      refuseUnknown(block, ['type', 'text', 'citations'], place);
      const text = textIn(block, 'text', place);
      texts.push(text);
      if (text.trim() !== '') recalled.push({ type: 'text', text });
    } else if (block.type === 'tool_use') {
      refuseUnknown(block, ['type', 'id', 'name', 'input', 'caller'], place);
      const [id, name] = [textIn(block, 'id', place), textIn(block, 'name', place)];
      toolCalls.push({ id, name, arguments: JSON.stringify(block.input ?? {}) });
      recalled.push({ type: 'tool-call', toolCallId: id, toolName: name, input: block.input ?? {} });
    } else if (block.type === 'thinking') {
      const [text, signature] = [textIn(block, 'thinking', place), textIn(block, 'signature', place)];
      thoughts.push(text);
      if (signature === `${ownSignature}reasoning`) field = 'reasoning';
      else if (signature !== '' && !signature.startsWith(ownSignature)) {
        isSigned = true;
        recalled.push(signed(text, { signature }));
      }
    } else if (block.type === 'redacted_thinking') {
      isSigned = true;
      recalled.push(signed('', { redactedData: textIn(block, 'data', place) }));
    } else throw invalidField(`${place}.type`, 'must be one of: text, tool_use, thinking, redacted_thinking');
  }
  return {
    content: texts.join('\n'),
    toolCalls,
    ...((thoughts.length > 0 || isSigned) && {
      reasoning: {
        field,
        text: thoughts.join('\n'),
        ...(isSigned && { blocks: { provider: 'anthropic', parts: recalled } }),
      },
    }),
  };
}
