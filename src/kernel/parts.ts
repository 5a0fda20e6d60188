/** A message that holds more than text has these beside `content`, which is its text. A message of plain text has none. */
type TextPart = { type: 'text'; text: string };
/** A file that the message holds. Its bytes are in the files feature. */
export type FilePart = { type: 'image' | 'file'; fileId: string; name: string; mediaType: string; bytes: number };
export type Part = TextPart | FilePart;

export const isFile = (part: Part): part is FilePart => part.type !== 'text';

/** The ids of the files, each once. */
export const filesIn = (parts: readonly Part[] = []): string[] => [
  ...new Set(parts.filter(isFile).map(({ fileId }) => fileId)),
];

/** The names of the files, for a title. */
export const namesOfFiles = (parts: readonly Part[] = []): string =>
  parts
    .filter(isFile)
    .map(({ name }) => name)
    .join(', ');

/** The files in words, for a summary: `[image photo.png]`. */
export const filesInWords = (parts: readonly Part[] = []): string =>
  parts
    .filter(isFile)
    .map(({ type, name }) => `[${type} ${name}]`)
    .join(' ');

/** Parts as they are stored; null stands for plain text. */
export const storedParts = (parts: readonly Part[] | undefined): string | null =>
  parts && parts.length > 0 ? JSON.stringify(parts) : null;
export const readParts = (stored: string | null): Part[] | undefined =>
  stored === null ? undefined : (JSON.parse(stored) as Part[]);

/** An image of about a million pixels; providers scale larger ones down. */
const imageTokens = 1_200;
/** A page of a PDF has about 40 KB and costs about 1,500 tokens, as text and as picture. */
const pdfBytesForToken = 27;
/** An archive of XML, as DOCX is, unpacks to several times its size, of which a tenth is text. */
const archiveBytesForToken = 10;
const textBytesForToken = 4;

function tokensOfFile({ type, mediaType, bytes }: FilePart): number {
  // An image that was sent as a file is shown to the model as an image.
  if (type === 'image' || /^image\/(?:png|jpeg|gif|webp)$/.test(mediaType)) return imageTokens;
  if (mediaType === 'application/pdf') return imageTokens + Math.ceil(bytes / pdfBytesForToken);
  const isText = mediaType.startsWith('text/') || mediaType === 'application/json';
  return Math.ceil(bytes / (isText ? textBytesForToken : archiveBytesForToken));
}

/** Estimated tokens of the files. The text of a message is counted by its `content`. */
export const tokensOfFiles = (parts: readonly Part[] = []): number =>
  parts.reduce((sum, part) => sum + (isFile(part) ? tokensOfFile(part) : 0), 0);

/** A passage that an answer was given from: the text of the document from `start` to `end`, in UTF-16 units. */
export type Citation = {
  /** By which the answer names it: `[2]`. Citations that were stored before it was introduced have none. */
  number?: number;
  documentId: string;
  title: string;
  /** Of a PDF. */
  page?: number;
  quote: string;
  start: number;
  end: number;
};
