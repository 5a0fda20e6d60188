import { invalidField } from '../../kernel/errors.ts';
import type { ClientResult, InputPart } from '../runs/index.ts';
import type { UiMessage, UiPart } from './ui.schema.ts';

const ownFile = /\/files\/(fil_[0-9a-z]+)(?:\/content)?$/;

function fileOf({ url = '', mediaType = '', filename }: UiPart, path: string): InputPart {
  const isImage = mediaType.startsWith('image/');
  const name = filename ? { name: filename } : {};
  const fileId = ownFile.exec(url)?.[1];
  if (fileId) return { type: isImage ? 'image' : 'file', fileId };
  // What is held of a large body stands where its data URL was.
  if (/^(?:data|held):/i.test(url)) return { type: isImage ? 'image' : 'file', data: url, ...name };
  if (isImage && /^https?:\/\//i.test(url)) return { type: 'image', url };
  throw invalidField(`${path}.url`, 'must be a data URL in base64, /files/<id>, or the http address of an image');
}

/** What the person says. */
export function saidIn({ parts }: UiMessage, path: string): string | InputPart[] {
  const read = parts.map((part, index): InputPart => {
    const place = `${path}.parts[${index}]`;
    if (part.type === 'text') return { type: 'text', text: part.text ?? '' };
    if (part.type === 'file') return fileOf(part, place);
    throw invalidField(place, `only text and files are understood here, not "${part.type}"`);
  });
  const texts = read.flatMap((part) => (part.type === 'text' ? part.text : []));
  if (texts.length < read.length) return read;
  const text = texts.join('\n');
  if (text.trim() === '') throw invalidField(`${path}.parts`, 'must not be blank');
  return text;
}

export type Decision = { approvalId: string; approved: boolean; reason: string | null };

const isTool = ({ type }: UiPart) => type.startsWith('tool-') || type === 'dynamic-tool';

/** What the page brings back in the agent's message: decisions about tools, and results of its own. */
export function answersIn({ parts }: UiMessage): { decisions: Decision[]; results: ClientResult[] } {
  const tools = parts.filter(isTool);
  return {
    decisions: tools.flatMap(({ state, approval }) =>
      state === 'approval-responded' && typeof approval?.approved === 'boolean'
        ? [{ approvalId: approval.id, approved: approval.approved, reason: approval.reason ?? null }]
        : [],
    ),
    results: tools.flatMap(({ toolCallId = '', state, output, errorText, providerExecuted }): ClientResult[] => {
      if (providerExecuted || (state !== 'output-available' && state !== 'output-error')) return [];
      return state === 'output-error'
        ? [{ toolCallId, result: { error: errorText ?? '' }, isError: true }]
        : [{ toolCallId, result: output ?? null, isError: false }];
    }),
  };
}
