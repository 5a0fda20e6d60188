import { describe, expect, it } from 'vitest';
import { fileName } from './file-name.ts';
import { createMediaTypeReader } from './media-type.ts';

async function typeOf(content: Buffer, name = 'anything.exe', piece = 131_072): Promise<string> {
  const reader = createMediaTypeReader();
  for (let at = 0; at < content.length; at += piece) reader.add(content.subarray(at, at + piece));
  return reader.read(name);
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('the media type of a file', () => {
  it.each([
    ['a PNG', png, 'image/png'],
    ['a JPEG', Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'), 'image/jpeg'],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'), 'image/gif'],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'), 'application/pdf'],
    ['text', Buffer.from('Grüße, 你好 👋\n'), 'text/plain'],
    ['text that begins like a bitmap', Buffer.from('BMW is a car.'), 'text/plain'],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'text/plain'],
    ['bytes of nothing known', Buffer.from([1, 2, 3, 250, 251]), 'application/octet-stream'],
    ['text with a NUL', Buffer.from('abc\0def'), 'application/octet-stream'],
    ['broken UTF-8', Buffer.from([0x61, 0x62, 0xc3]), 'application/octet-stream'],
  ])('%s is known by its bytes', async (_what, content, expected) => {
    expect(await typeOf(content)).toBe(expected);
  });

  it('JSON, CSV and Markdown are told apart by the name, within text only', async () => {
    const text = Buffer.from('{"a": 1}');
    expect(await typeOf(text, 'a.json')).toBe('application/json');
    expect(await typeOf(text, 'A.CSV')).toBe('text/csv');
    expect(await typeOf(text, 'a.md')).toBe('text/markdown');
    expect(await typeOf(text, 'a.png')).toBe('text/plain');
    expect(await typeOf(png, 'a.json')).toBe('image/png');
  });

  it('characters may be split between pieces', async () => {
    const text = Buffer.from('äöü€👋'.repeat(100));
    for (const piece of [1, 2, 3, 5, 7]) expect(await typeOf(text, 'a.txt', piece)).toBe('text/plain');
    expect(await typeOf(Buffer.concat([text, Buffer.from([0xff])]), 'a.txt', 7)).toBe('application/octet-stream');
  });
});

describe('the name of a file', () => {
  it.each([
    [undefined, 'file'],
    ['', 'file'],
    ['..', 'file'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\photo.png', 'photo.png'],
    ['a\r\nSet-Cookie: b=c.txt', 'aSet-Cookie: b=c.txt'],
    ['invoice\u202egpj.exe', 'invoicegpj.exe'],
    ['Grüße 👋.txt', 'Grüße 👋.txt'],
  ])('%j becomes %j', (given, expected) => {
    expect(fileName(given)).toBe(expected);
  });

  it('has at most 255 characters, all of them whole', () => {
    const name = fileName('👋'.repeat(300));
    expect(name.length).toBeLessThanOrEqual(255);
    expect(name.isWellFormed()).toBe(true);
  });
});
