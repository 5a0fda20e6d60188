import { crc32, inflateRawSync } from 'node:zlib';

type Entry = { name: string; content: Buffer };

const endMark = 0x06054b50;
const directoryMark = 0x02014b50;
const localMark = 0x04034b50;
const endLength = 22;
const longestComment = 65_535;
const mostEntries = 5_000;

const broken = () => new Error('The archive is broken.');

function findEnd(archive: Buffer): number {
  const earliest = Math.max(0, archive.length - endLength - longestComment);
  for (let at = archive.length - endLength; at >= earliest; at -= 1)
    if (archive.readUInt32LE(at) === endMark) return at;
  throw broken();
}

/** The entries with a wanted name. They unpack to `mostBytes` at most; the sizes that the archive states are not trusted. */
export function readArchive(bytes: Uint8Array, wanted: RegExp, mostBytes: number): Entry[] {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(archive);
  const count = archive.readUInt16LE(end + 10);
  if (count > mostEntries) throw broken();
  const entries: Entry[] = [];
  let room = mostBytes;
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (archive.readUInt32LE(at) !== directoryMark) throw broken();
    const method = archive.readUInt16LE(at + 10);
    const size = archive.readUInt32LE(at + 20);
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    if (!wanted.test(name)) continue;
    if (archive.readUInt32LE(local) !== localMark) throw broken();
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + size);
    if (method !== 0 && method !== 8) throw broken();
    const content = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, room) });
    room -= content.length;
    if (room < 0) throw broken();
    entries.push({ name, content });
  }
  return entries;
}

/** An archive of these entries, not compressed. */
export function writeArchive(entries: readonly Entry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const named = Buffer.from(name);
    // From the version needed to the lengths: the same in both headers.
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(content.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(named.length, 22);
    const mark = Buffer.alloc(4);
    mark.writeUInt32LE(localMark);
    files.push(mark, shared, named, content);
    const head = Buffer.alloc(6);
    head.writeUInt32LE(directoryMark);
    head.writeUInt16LE(20, 4);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(head, shared, rest, named);
    offset += 30 + named.length + content.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(endLength);
  end.writeUInt32LE(endMark);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, listed, end]);
}
