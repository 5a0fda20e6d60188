import type { ChatMessage, ContentPart } from './chat-completions.ts';
import { badFile, imageTypes, pdfType, unknownField } from './file-rules.ts';

type Complaint = { message: string; param: string };

/** The kinds of parts that OpenAI takes in a message of each role. */
const allowed: Record<string, readonly string[]> = {
  system: ['text'],
  developer: ['text'],
  user: ['text', 'image_url', 'file'],
  assistant: ['text', 'refusal'],
  tool: ['text'],
};

const readDataUrl = (url: unknown) => /^data:([^;,]+);base64,([\s\S]*)$/.exec(typeof url === 'string' ? url : '');

/** https://platform.openai.com/docs/api-reference/chat/create: the content of a message as a list of parts. */
export function badParts({ role, content }: ChatMessage, path: string): Complaint | undefined {
  if (!Array.isArray(content)) return undefined;
  if (content.length === 0) return { message: `Invalid '${path}.content': empty array.`, param: `${path}.content` };
  for (const [index, part] of content.entries()) {
    const param = `${path}.content[${index}]`;
    const problem = allowed[role]?.includes(part.type)
      ? badPart(part)
      : `Invalid value: '${part.type}'. A message of the role ${role} has no such content.`;
    if (problem) return { message: `Invalid '${param}': ${problem}.`, param };
  }
  return undefined;
}

function badPart(part: ContentPart): string | undefined {
  const odd = unknownField(part, ['type', part.type]);
  if (odd) return `unknown parameter ${odd}`;
  if (part.type === 'image_url') {
    const { image_url: image = {} } = part;
    const other = unknownField(image, ['url', 'detail']);
    if (other) return `unknown parameter image_url.${other}`;
    const [, mediaType, data] = readDataUrl(image.url) ?? [];
    return mediaType ? badFile(mediaType, data, imageTypes) : `failed to download image from ${image.url}`;
  }
  if (part.type === 'file') {
    const { file = {} } = part;
    const other = unknownField(file, ['file_data', 'filename', 'file_id']);
    if (other) return `unknown parameter file.${other}`;
    if (typeof file.filename !== 'string' || file.filename === '') return 'missing required parameter file.filename';
    const [, mediaType, data] = readDataUrl(file.file_data) ?? [];
    return badFile(mediaType, data, pdfType);
  }
  return typeof part.text === 'string' || typeof part.refusal === 'string' ? undefined : 'expected a string';
}
