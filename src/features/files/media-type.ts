import { isUtf8 } from 'node:buffer';

/** How many bytes at the beginning decide. The package reads only a few; for archives it reads the names in them. */
const consideredBytes = 32_768;
/** Formats that are text throughout. Any other sign in plain text is chance: `BM` begins bitmaps, and sentences. */
const textFormats = /^(?:text\/|application\/(?:pdf|xml|rtf|postscript|pgp-|x-subrip)|image\/svg)/;
/** Formats that only a name tells from other text. */
const byEnding: Record<string, string> = {
  json: 'application/json',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  md: 'text/markdown',
  markdown: 'text/markdown',
};
const unknown = 'application/octet-stream';

/** Tab, line feed, form feed, carriage return and escape are in real texts; the other control characters are not. */
const inTexts = new Set([9, 10, 12, 13, 27]);
function isPlain(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if ((byte < 32 && !inTexts.has(byte)) || byte === 127) return false;
  }
  return true;
}

/** Where the last character of a piece begins that may go on in the next one. */
function wholeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return bytes.length - back;
  }
  return bytes.length;
}

/** Whether bytes that come in pieces are UTF-8 text. */
function createTextCheck() {
  let isText = true;
  let begun: Uint8Array = Buffer.alloc(0);
  return {
    add(bytes: Uint8Array): void {
      if (!isText) return;
      const joined = begun.length > 0 ? Buffer.concat([begun, bytes]) : bytes;
      const whole = wholeLength(joined);
      isText = isUtf8(joined.subarray(0, whole)) && isPlain(joined);
      begun = Buffer.from(joined.subarray(whole));
    },
    isText: () => isText && begun.length === 0,
  };
}

/** The package is 36 modules, which a start need not load. */
async function signOf(bytes: Buffer): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  return (await fileTypeFromBuffer(bytes))?.mime;
}

/** Reads the media type of a file from its bytes, which come in pieces. What a client says is not asked. */
export function createMediaTypeReader() {
  const text = createTextCheck();
  let detected: Promise<string | undefined> | undefined;
  return {
    /** The pieces may be used for something else afterwards. */
    add(bytes: Uint8Array): void {
      // The first piece has all that is considered, unless the file is smaller.
      detected ??= signOf(Buffer.from(bytes.subarray(0, consideredBytes))).catch(() => undefined);
      text.add(bytes);
    },
    async read(name: string): Promise<string> {
      const found = await detected;
      if (!text.isText()) return found ?? unknown;
      if (found && textFormats.test(found)) return found;
      return byEnding[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'text/plain';
    },
  };
}
