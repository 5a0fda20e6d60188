import { Type } from '../../http/validation/type.ts';

const HeldFile = <const Kind extends 'image' | 'file'>(type: Kind, title: string) =>
  Type.Object(
    {
      type: Type.Literal(type),
      fileId: Type.String({ examples: ['fil_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
      name: Type.String({ examples: ['invoice.pdf'] }),
      mediaType: Type.String({ examples: ['application/pdf'], description: 'Read from the bytes.' }),
      bytes: Type.Integer({ examples: [48_213] }),
    },
    { title },
  );

/** What a message holds, as it is read back. The bytes are at `GET /files/:id/content`. */
export const MessageParts = Type.Array(
  Type.Union([
    Type.Object({ type: Type.Literal('text'), text: Type.String() }, { title: 'TextPart' }),
    HeldFile('image', 'ImagePart'),
    HeldFile('file', 'FilePart'),
  ]),
  { description: 'What the message holds, if it is more than text.' },
);
