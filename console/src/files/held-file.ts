import type { FilePart, ImagePart, StoredFile } from '@client/api.ts';

/** A file that a message holds. */
export type HeldFile = ImagePart | FilePart;

/** What models see and the page shows as an image. */
const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
export const isImage = (mediaType: string) => images.has(mediaType);

export const heldFile = ({ id, name, mediaType, bytes }: StoredFile): HeldFile => ({
  type: isImage(mediaType) ? 'image' : 'file',
  fileId: id,
  name,
  mediaType,
  bytes,
});

/** The files among the parts of a message. */
export const filesIn = (parts: readonly { type: string }[] | undefined): HeldFile[] =>
  (parts ?? []).filter(({ type }) => type !== 'text') as HeldFile[];

type ImageBlock = { type?: unknown; fileId?: unknown; name?: unknown; mimeType?: unknown };

/** The images in the result of a tool. The ids are the person's own files, or their content is 404. */
export function imagesInResult(result: unknown): HeldFile[] {
  if (!Array.isArray(result)) return [];
  return result.flatMap((block: ImageBlock | null): HeldFile[] => {
    if (block?.type !== 'image' || typeof block.fileId !== 'string') return [];
    const { fileId, name, mimeType } = block;
    return [{ type: 'image', fileId, name: String(name), mediaType: String(mimeType), bytes: 0 }];
  });
}
