import { deflateRawSync } from 'node:zlib';
import { writeArchive } from '../../src/platform/documents/zip.ts';

const bytes = (base64: string) => Buffer.from(base64, 'base64');

/** Real images of one pixel. */
export const png = bytes(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
);
export const gif = bytes('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7');
export const webp = bytes('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA');
export const jpeg = bytes(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
);

/** Objects of a PDF, numbered from 1, with the table that finds them. */
function pdfFrom(objects: readonly (string | Buffer)[]): Buffer {
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let length = pieces[0]?.length ?? 0;
  const places = objects.map((object, index) => {
    const place = length;
    const written = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]);
    pieces.push(written);
    length += written.length;
    return place;
  });
  const table = ['0000000000 65535 f ', ...places.map((place) => `${String(place).padStart(10, '0')} 00000 n `)];
  const trailer = `trailer\n<< /Size ${table.length} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...pieces, Buffer.from(`xref\n0 ${table.length}\n${table.join('\n')}\n${trailer}`)]);
}

export const pdfStream = (content: Buffer, filter = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`<< /Length ${content.length} ${filter} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);

/** A PDF with one line of text on each page. The content of a page can be given as a stream. */
export function pdfOf(pages: readonly (string | Buffer)[]): Buffer {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const written = pages.flatMap((page, index) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
    typeof page === 'string'
      ? pdfStream(Buffer.from(`BT /F1 12 Tf 72 720 Td (${page.replaceAll(/[()\\]/g, '\\$&')}) Tj ET`))
      : page,
  ]);
  return pdfFrom([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...written,
  ]);
}

const package_ = 'http://schemas.openxmlformats.org/package/2006';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006';
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
export const docxType = `${wordType}.document`;

/** The files of a Word document with these paragraphs. */
export const docxParts = (paragraphs: readonly string[]) => [
  {
    name: '[Content_Types].xml',
    content: Buffer.from(
      `<?xml version="1.0"?><Types xmlns="${package_}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${wordType}.document.main+xml"/></Types>`,
    ),
  },
  {
    name: '_rels/.rels',
    content: Buffer.from(
      `<?xml version="1.0"?><Relationships xmlns="${package_}/relationships"><Relationship Id="rId1" Type="${office}/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
  },
  {
    name: 'word/document.xml',
    content: Buffer.from(
      `<?xml version="1.0"?><w:document xmlns:w="${word}"><w:body>${paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')}</w:body></w:document>`,
    ),
  },
];

export const docxOf = (paragraphs: readonly string[]): Buffer => writeArchive(docxParts(paragraphs));

/** An archive like `writeArchive`, whose one compressed entry says that it unpacks to 100 bytes. */
export function zipBomb(name: string, unpacked: Buffer): Buffer {
  const packed = deflateRawSync(unpacked);
  const archive = writeArchive([{ name, content: packed }]);
  const directory = archive.length - 22 - 46 - Buffer.byteLength(name);
  for (const header of [0, directory + 2]) {
    archive.writeUInt16LE(8, header + 8);
    archive.writeUInt32LE(100, header + 22);
  }
  return archive;
}
