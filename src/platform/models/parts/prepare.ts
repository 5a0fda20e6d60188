import { AppError, type ErrorCode } from '../../../kernel/errors.ts';
import { type FilePart, isFile, type Part } from '../../../kernel/parts.ts';
import type { DocumentFailure, Documents, DocumentText } from '../../documents/documents.ts';
import type { Abilities, LoadFile, ModelMessage, ModelRequest } from '../model.ts';
import { kindOf } from './kinds.ts';
import { quotedData } from './quoted-data.ts';

/** Files of one request that are sent as they are. Providers refuse requests of more than 20 to 50 MB. */
const mostNativeBytes = 20 * 1_048_576;

export type Preparation = {
  takes: Abilities;
  documents: Documents;
  /** `provider/model`, for the texts of errors. */
  name: string;
  /** A model that has this ability, if one is configured. */
  nameAnother(ability: 'images' | 'pdfs'): string | undefined;
};

/** The files that a request sends as they are. */
export type Sent = { images: boolean; pdfs: boolean };

const unsupported = (message: string) => new AppError('unsupported_content', message, { retryable: false });

const why: Record<Exclude<DocumentFailure, 'busy' | 'stopped'>, string> = {
  late: 'reading it took too long',
  unreadable: 'it could not be read',
};

/**
 * Makes of the parts of all messages what the model can take: files it takes stay, documents become text. What the last
 * message of the person holds must reach the model, so an image that it cannot see is an error there; in earlier messages
 * and in results of tools a note says what was left out.
 */
export function createPreparation({ takes, documents, name, nameAnother }: Preparation) {
  const sent: Sent = { images: false, pdfs: false };
  let room = mostNativeBytes;

  function fits(part: FilePart, ability: 'images' | 'pdfs'): boolean {
    if (takes[ability] === false || part.bytes > room) return false;
    room -= part.bytes;
    sent[ability] = true;
    return true;
  }

  const another = (ability: 'images' | 'pdfs', verb: string) => {
    const model = nameAnother(ability);
    return model ? ` ${model} can ${verb}.` : '';
  };

  async function textOf(part: FilePart, request: ModelRequest, load: LoadFile): Promise<DocumentText> {
    const kind = kindOf(part);
    if (kind === 'text') {
      // A character has at most four bytes.
      const text = (await load(part.fileId)).toString('utf8', 0, documents.longestText * 4);
      return { text: text.slice(0, documents.longestText), cut: text.length > documents.longestText };
    }
    if (kind !== 'pdf' && kind !== 'docx')
      throw unsupported(`No model takes ${part.name}: files of the type ${part.mediaType} cannot be read here.`);
    const read = await documents.read(request.workspaceId ?? '', { fileId: part.fileId, kind }, load);
    const hint = kind === 'pdf' ? another('pdfs', 'read PDF files itself') : '';
    if (!('failed' in read)) {
      if (read.text !== '') return read;
      throw unsupported(`${part.name} has no text, and ${name} does not take PDF files themselves.${hint}`);
    }
    if (read.failed === 'busy') throw new AppError('unavailable', 'Too many documents are being read. Try again soon.');
    if (read.failed === 'stopped') throw new AppError('unavailable', 'The gateway stops.');
    throw unsupported(`${part.name} cannot be given to ${name}: ${why[read.failed]}.${hint}`);
  }

  function quoted({ name: file, fileId }: FilePart, { text, cut, pages }: DocumentText): Part {
    const rest = cut ? `\n\n[The rest${pages ? ` of ${pages} pages` : ''} is left out.]` : '';
    return { type: 'text', text: quotedData(`content of the file ${oneLine(file)}`, text + rest, fileId) };
  }

  async function prepared(part: Part, request: ModelRequest, load: LoadFile): Promise<Part> {
    if (part.type === 'text') return part;
    const kind = kindOf(part);
    if (kind === 'image') {
      if (fits(part, 'images')) return part;
      if (takes.images === false) throw unsupported(`${name} does not take images.${another('images', 'see them')}`);
      throw new AppError('context_overflow', 'The message holds more images than one request to a model can have.');
    }
    if (kind === 'pdf' && fits(part, 'pdfs')) return part;
    return quoted(part, await textOf(part, request, load));
  }

  async function partsOf(message: ModelMessage & { parts: readonly Part[] }, isLast: boolean, request: ModelRequest) {
    const { load } = request;
    if (!load) throw new Error('A request with files has no way to load them.');
    const parts: Part[] = [];
    for (const part of message.parts) {
      const left = (error: unknown): Part => {
        if (isLast || part.type === 'text' || !(error instanceof AppError) || error.code === 'unavailable') throw error;
        return { type: 'text', text: `[${part.type} ${oneLine(part.name)}: left out, ${reasonOf(error)}]` };
      };
      parts.push(await prepared(part, request, load).catch(left));
    }
    return parts;
  }

  return async function prepare(request: ModelRequest): Promise<{ request: ModelRequest; sent: Sent }> {
    const { messages } = request;
    const last = messages.findLastIndex(({ role }) => role === 'user');
    const written = [...messages];
    // The last message of the person has the room first, then the newest before older ones.
    const others = [...messages.keys()].filter((index) => index !== last).toReversed();
    for (const index of [last, ...others]) {
      const message = messages[index];
      if (!message || !('parts' in message) || !message.parts) continue;
      const parts = await partsOf({ ...message, parts: message.parts }, index === last, request);
      written[index] = withParts(message, parts);
    }
    return { request: { ...request, messages: written }, sent };
  };
}

const reasons: Partial<Record<ErrorCode, string>> = {
  unsupported_content: 'this model cannot take it',
  not_found: 'it was deleted',
};
const reasonOf = ({ code }: AppError) => reasons[code] ?? 'there was no room for it';
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 200);

/** Only text is a string again: not every server takes lists. A result of a tool has its text in `content`. */
function withParts(message: ModelMessage, parts: readonly Part[]): ModelMessage {
  if (message.role !== 'user' && message.role !== 'tool') return message;
  const { parts: _parts, ...plain } = message;
  const files = parts.filter(isFile);
  const texts = parts.flatMap((part) => (part.type === 'text' && part.text.trim() !== '' ? [part.text] : []));
  if (message.role === 'tool') {
    const content = [message.content, ...texts].join('\n\n');
    return files.length > 0 ? { ...plain, content, parts: files } : { ...plain, content };
  }
  if (files.length === 0) return { ...plain, content: texts.join('\n\n') };
  return { ...message, parts: parts.filter((part) => isFile(part) || part.text.trim() !== '') };
}

/** Whether a request needs preparing; most hold text only. */
export const holdsFiles = ({ messages }: ModelRequest): boolean =>
  messages.some((message) => 'parts' in message && message.parts !== undefined);
