import { dataOf, type HeldData } from '../../../http/validation/large-bodies.ts';
import { invalidField, notFound } from '../../../kernel/errors.ts';
import type { FilePart, Part } from '../../../kernel/parts.ts';
import type { Person } from '../../../kernel/person.ts';
import type { RunFiles, StoredFile } from '../run-files.ts';
import { type InputPart, longestText, type MessageInput } from './message.schema.ts';

/** What a client sent, with the data of a large body. */
export type Said = { message: MessageInput; held?: HeldData | undefined };
/** What a run is started with. A message of plain text has no parts. */
export type ReadMessage = { message: string; parts?: Part[] };

type Options = {
  /** Where it is in the body, for errors. */
  path?: string;
  /** Characters of the text. */
  longest?: number;
  /** Over a WebSocket, whose frames are small, there is no data. */
  withoutData?: boolean;
  /** Called before bytes are stored. Throws if the message would be refused anyway. */
  mayStart?(): Promise<unknown>;
  /** Files that the same message for somebody else was given by URL: they are fetched once. */
  fetched?: Map<string, { owner: Person; file: StoredFile }>;
};
type FileInput = Exclude<InputPart, { type: 'text' }>;

/** What providers take as an image. */
const imageTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/** URLs fetched at a time. */
const fetchedAtOnce = 4;

const isFile = (part: InputPart): part is FileInput => part.type !== 'text';
const urlOf = (part: FileInput): string | undefined => (part.type === 'image' ? part.url : undefined);

function checkSource(part: FileInput, path: string, withoutData: boolean): void {
  const given = [part.fileId, urlOf(part), part.data].filter((source) => source !== undefined);
  if (given.length !== 1)
    throw invalidField(
      path,
      part.type === 'image' ? 'needs one of fileId, url and data' : 'needs one of fileId and data',
    );
  if (withoutData && part.data !== undefined)
    throw invalidField(`${path}.data`, 'is not taken over a WebSocket: send fileId or url');
}

/** A name for data without one. The type that its URL claims serves for nothing else. */
function nameFor({ type, name }: FileInput, mediaType: string): string {
  const ending = /^image\/(png|jpeg|gif|webp)$/.exec(mediaType)?.[1];
  return name ?? (type === 'image' && ending ? `image.${ending}` : type);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Turns what a client sent into the text and the parts of a run: data and URLs become files of the person. */
export function createMessageReader(files: RunFiles) {
  async function fetchOnce(owner: Person, url: string, fetched: Options['fetched']): Promise<StoredFile> {
    const earlier = fetched?.get(url);
    if (earlier)
      return files.take(owner, files.read(earlier.owner, earlier.file.id), {
        name: earlier.file.name,
        listed: false,
        size: earlier.file.bytes,
      });
    const file = await files.takeUrl(owner, url);
    fetched?.set(url, { owner, file });
    return file;
  }

  function take(owner: Person, part: FileInput, said: Said, path: string, options: Options): Promise<StoredFile> {
    const url = urlOf(part);
    if (url !== undefined) return fetchOnce(owner, url, options.fetched);
    const { mediaType, bytes } = dataOf(part.data ?? '', said.held, `${path}.data`);
    const name = nameFor(part, mediaType);
    return files.take(owner, once(bytes), { name, listed: false, size: bytes.length });
  }

  async function readFiles(owner: Person, said: Said, inputs: [FileInput, string][], options: Options) {
    const ids = inputs.flatMap(([{ fileId }]) => fileId ?? []);
    const known = ids.length > 0 ? await files.find(owner, ids) : new Map<string, StoredFile>();
    const missing = ids.find((id) => !known.has(id));
    if (missing !== undefined) throw notFound(`File ${missing}`);
    if (ids.length < inputs.length) await options.mayStart?.();
    const found = new Map<FileInput, FilePart>();
    async function read([part, path]: [FileInput, string]): Promise<void> {
      const file = known.get(part.fileId ?? '') ?? (await take(owner, part, said, path, options));
      if (part.type === 'image' && !imageTypes.has(file.mediaType))
        throw invalidField(path, `is ${file.mediaType}, not an image: PNG, JPEG, GIF and WebP are`);
      const { id: fileId, name, mediaType, bytes } = file;
      found.set(part, { type: part.type, fileId, name, mediaType, bytes });
    }
    for (let from = 0; from < inputs.length; from += fetchedAtOnce)
      await Promise.all(inputs.slice(from, from + fetchedAtOnce).map(read));
    return found;
  }

  return async function readMessage(owner: Person, said: Said, options: Options = {}): Promise<ReadMessage> {
    const { path = 'message', longest = longestText, withoutData = false } = options;
    if (typeof said.message === 'string') return { message: said.message };
    const inputs = said.message;
    const message = inputs.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
    if (message.length > longest)
      throw invalidField(path, `must have at most ${longest} characters of text, all its parts together`);
    const withFiles = inputs.flatMap((part, index): [FileInput, string][] =>
      isFile(part) ? [[part, `${path}.${index}`]] : [],
    );
    for (const [part, place] of withFiles) checkSource(part, place, withoutData);
    if (withFiles.length === 0) {
      if (!/\S/.test(message)) throw invalidField(path, 'must not be blank');
      return { message };
    }
    const found = await readFiles(owner, said, withFiles, options);
    said.held?.release();
    const parts = inputs.flatMap((part): Part[] => {
      if (isFile(part)) return [found.get(part)].filter((file) => file !== undefined);
      return part.text === '' ? [] : [{ type: 'text', text: part.text }];
    });
    return { message, parts };
  };
}

export type MessageReader = ReturnType<typeof createMessageReader>;
