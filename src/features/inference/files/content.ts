import { invalidField } from '../../../kernel/errors.ts';
import type { InputPart } from '../../runs/index.ts';
import type { ChatMessage } from '../inference.schema.ts';

type ContentPart = Exclude<ChatMessage['content'], string | null | undefined>[number];

function imageOf({ image_url: given }: ContentPart, path: string): InputPart {
  const url = (typeof given === 'string' ? given : given?.url) ?? '';
  // What is held of a large body stands where its data URL was.
  if (/^(?:data|held):/i.test(url)) return { type: 'image', data: url };
  if (/^https?:\/\//i.test(url)) return { type: 'image', url };
  throw invalidField(`${path}.image_url.url`, 'must be a data URL in base64, or an http address');
}

function fileOf({ file }: ContentPart, path: string): InputPart {
  const { file_data: data, file_id: fileId, filename } = file ?? {};
  const name = filename ? { name: filename } : {};
  if (data && !fileId) return { type: 'file', data, ...name };
  if (fileId && !data) return { type: 'file', fileId };
  throw invalidField(`${path}.file`, 'needs one of file_data and file_id');
}

/** What a message holds, if it is more than text. Only a person's message can. */
export function inputParts({ role, content }: ChatMessage, path: string): InputPart[] | undefined {
  if (role !== 'user' || !Array.isArray(content)) return undefined;
  if (!content.some(({ type }) => type === 'image_url' || type === 'file')) return undefined;
  return content.map((part, index): InputPart => {
    const place = `${path}.content[${index}]`;
    if (part.type === 'image_url') return imageOf(part, place);
    if (part.type === 'file') return fileOf(part, place);
    if (part.type === 'text' && typeof part.text === 'string') return { type: 'text', text: part.text };
    throw invalidField(place, `is not understood: "${part.type}"`);
  });
}
