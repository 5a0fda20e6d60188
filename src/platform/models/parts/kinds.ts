import type { FilePart } from '../../../kernel/parts.ts';
import type { DocumentKind } from '../../documents/documents.ts';

/** `image` and `pdf` can be sent to models as they are; `docx` and `text` become text; `other` no model can take. */
type FileKind = 'image' | DocumentKind | 'text' | 'other';

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/** What OpenAI, Anthropic and Google all take. */
const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const textual =
  /^(?:text\/|application\/(?:json|xml|yaml|toml|rtf|x-subrip|javascript|[\w.-]+\+(?:json|xml))$|image\/svg)/;

/** By the media type, which was read from the bytes. */
export function kindOf({ mediaType }: Pick<FilePart, 'mediaType'>): FileKind {
  if (images.has(mediaType)) return 'image';
  if (mediaType === 'application/pdf') return 'pdf';
  if (mediaType === word) return 'docx';
  return textual.test(mediaType) ? 'text' : 'other';
}
