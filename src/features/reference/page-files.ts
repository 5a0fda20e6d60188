import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';

export type PageFile = { contentType: string; etag: string; plain: Buffer; gzip: Buffer };

const folder = new URL('./page/', import.meta.url);
const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ts': 'text/javascript; charset=utf-8',
};

/**
 * The whole gateway runs by this stripping; only the function that does it by name is called experimental, and says so on
 * the operator's screen.
 */
function withoutTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}

function readPage(): Map<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const name of readdirSync(folder)) {
    const contentType = contentTypes[extname(name)];
    if (!contentType) continue;
    const source = readFileSync(new URL(name, folder), 'utf8');
    // The browser gets what Node itself would run: the same text with the types blanked out.
    const plain = Buffer.from(name.endsWith('.ts') ? withoutTypes(source) : source);
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    files.set(name, { contentType, etag, plain, gzip: gzipSync(plain) });
  }
  return files;
}

let files: Map<string, PageFile> | undefined;

/** Read when somebody first asks: a start does not pay for it. No typed address reaches the file system. */
export function findPageFile(name: string): PageFile | undefined {
  files ??= readPage();
  return files.get(name);
}
