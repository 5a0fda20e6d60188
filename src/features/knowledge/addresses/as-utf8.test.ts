import { expect, it } from 'vitest';
import { asUtf8 } from './as-utf8.ts';

const text = 'Gärten, 猫 und 🚆. '.repeat(30_000);
const read = async (bytes: Buffer, contentType: string) => Buffer.from(await asUtf8(bytes, contentType)).toString();

it('decodes what the server names, also where a character is cut by a piece', async () => {
  const trains = (before: string) => `${before}${'🚆'.repeat(200_000)}`;
  // A train has four bytes: behind two more of them, pieces end within one.
  for (const before of ['', 'x'])
    expect(await read(Buffer.from(trains(before), 'utf16le'), 'text/plain; charset=UTF-16LE')).toBe(trains(before));
  expect(await read(Buffer.from('\ufeffG'.concat(text), 'utf16le'), 'text/plain; charset="utf-16le"')).toBe(`G${text}`);
  expect(await read(Buffer.from('Gärten', 'latin1'), 'text/html;charset=iso-8859-1')).toBe('Gärten');
});

it('takes what it does not know for UTF-8', async () => {
  for (const type of ['', 'text/plain', 'text/plain; charset=utf-8', 'text/plain; charset=klingon'])
    expect(await read(Buffer.from(text), type)).toBe(text);
});
