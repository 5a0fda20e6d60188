import { Type } from '../../../http/validation/type.ts';

/** Characters of a message's text, all its parts together. */
export const longestText = 500_000;
const mostParts = 20;

const FileId = Type.String({
  minLength: 1,
  maxLength: 100,
  examples: ['fil_01jd3v9k4m8q2w5x7y0z1a2b3c'],
  description: 'A file of yours, from `POST /files` or from a message.',
});
/** Its length is limited by that of the body. Counting the characters of 28 MiB would take the event loop. */
const Data = Type.String({
  examples: [
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  ],
  description: 'A data URL in base64. What it says about its type is not believed.',
});
const Name = Type.String({ minLength: 1, maxLength: 255, examples: ['photo.png'] });

// Without `additionalProperties`: Ajv would remove from a part what another form of it lacks. The reader takes what it knows.
const TextInput = Type.Object(
  { type: Type.Literal('text'), text: Type.String({ maxLength: longestText, examples: ['What is on this picture?'] }) },
  { title: 'TextInput' },
);
const ImageInput = Type.Object(
  {
    type: Type.Literal('image'),
    fileId: Type.Optional(FileId),
    url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_048,
        examples: ['https://example.com/photo.png'],
        description: 'Fetched by the gateway, and never handed to a provider.',
      }),
    ),
    data: Type.Optional(Data),
    name: Type.Optional(Name),
  },
  { title: 'ImageInput', description: 'PNG, JPEG, GIF or WebP: one of `fileId`, `url` and `data`.' },
);
const FileInput = Type.Object(
  {
    type: Type.Literal('file'),
    fileId: Type.Optional(FileId),
    data: Type.Optional(Data),
    name: Type.Optional(Name),
  },
  { title: 'FileInput', description: 'A PDF, a DOCX or a text: one of `fileId` and `data`.' },
);

const Text = Type.String({ minLength: 1, maxLength: longestText, pattern: '\\S', examples: ['What is 17 * 23?'] });
export const InputParts = Type.Array(Type.Union([TextInput, ImageInput, FileInput]), {
  minItems: 1,
  maxItems: mostParts,
});
export type InputPart = Type.Static<typeof InputParts>[number];

/** A message as clients send it. */
export const MessageInput = Type.Union([Text, InputParts], {
  description: 'A text, or a list of parts: texts, images and files.',
  examples: ['What is 17 * 23?'],
});
export type MessageInput = Type.Static<typeof MessageInput>;
