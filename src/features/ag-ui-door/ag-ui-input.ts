import { invalidField } from '../../kernel/errors.ts';
import type { ClientResult, ClientTool, InputPart, MessageInput } from '../runs/index.ts';
import type { AgUiMessage, RunAgentInput } from './ag-ui.schema.ts';

type Fields = Record<string, unknown>;

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Refuses what would be ignored otherwise. */
export function refuseImpossible({ context, state }: RunAgentInput): void {
  if (!isEmpty(context)) throw invalidField('context', 'is not possible here: write it into the message');
  if (!isEmpty(state)) throw invalidField('state', 'is not possible here: agents share no state with their clients');
}

function textOf(fields: Fields, name: string, path: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw invalidField(`${path}.${name}`, 'must be a string');
  return value;
}

function fileOf(part: Fields, type: 'image' | 'file', path: string): InputPart {
  const source = (part.source ?? {}) as Fields;
  const place = `${path}.source`;
  const value = textOf(source, 'value', place);
  if (source.type === 'file') return { type, fileId: value };
  if (source.type === 'url' && type === 'image') return { type, url: value };
  if (source.type === 'data') {
    // What is held of a large body stands where its base64 was.
    const data = value.startsWith('held:') ? value : `data:${textOf(source, 'mimeType', place)};base64,${value}`;
    return { type, data };
  }
  throw invalidField(`${place}.type`, `must be one of: data, file${type === 'image' ? ', url' : ''}`);
}

/** The person's message. */
export function saidIn({ content }: AgUiMessage, path: string): MessageInput {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content) || content.length === 0)
    throw invalidField(`${path}.content`, 'must be a text or a list of parts');
  return content.map((part: Fields, index): InputPart => {
    const place = `${path}.content[${index}]`;
    if (part?.type === 'text') return { type: 'text', text: textOf(part, 'text', place) };
    if (part?.type === 'image') return fileOf(part, 'image', place);
    if (part?.type === 'document') return fileOf(part, 'file', place);
    throw invalidField(`${place}.type`, 'must be one of: text, image, document');
  });
}

/** The results at the end of the messages; none if the last message is not a tool's. */
export function resultsIn(messages: readonly AgUiMessage[]): ClientResult[] {
  const first = messages.findLastIndex(({ role }) => role !== 'tool') + 1;
  return messages.slice(first).map((message, index) => {
    const path = `messages[${first + index}]`;
    const { content, error } = message;
    const toolCallId = textOf(message, 'toolCallId', path);
    if (typeof content !== 'string') throw invalidField(`${path}.content`, 'must be a text');
    return {
      toolCallId,
      result: typeof error === 'string' && content === '' ? error : content,
      isError: typeof error === 'string',
    };
  });
}

const anyParameters = { type: 'object', properties: {} };
export const toolsIn = ({ tools = [] }: RunAgentInput): ClientTool[] =>
  tools.map(({ name, description = '', parameters = anyParameters }) => ({ name, description, parameters }));

export type Decision = { approvalId: string; approved: boolean; reason: string | null };

export const decisionsIn = ({ resume }: RunAgentInput): Decision[] =>
  (resume ?? []).map(({ interruptId: approvalId, status, payload }, index) => {
    const { approved, reason } = (
      typeof payload === 'object' && payload !== null ? payload : { approved: payload }
    ) as Fields;
    if (status === 'cancelled') return { approvalId, approved: false, reason: 'cancelled' };
    if (typeof approved !== 'boolean')
      throw invalidField(`resume[${index}].payload`, 'must be {"approved": true} or {"approved": false}');
    return { approvalId, approved, reason: typeof reason === 'string' ? reason.slice(0, 1_000) : null };
  });
