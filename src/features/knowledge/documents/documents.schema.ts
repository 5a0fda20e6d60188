import { PageOf, PageQuery } from '../../../http/pagination.ts';
import { Nullable, Type } from '../../../http/validation/type.ts';
import { CollectionId } from '../collections/collections.schema.ts';

const Time = Type.String({ format: 'date-time' });
export const DocumentId = Type.String({ examples: ['doc_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const Title = Type.String({ minLength: 1, maxLength: 300, pattern: '\\S', examples: ['Expenses'] });

export const Metadata = Type.Record(Type.String({ minLength: 1, maxLength: 64 }), Type.String({ maxLength: 500 }), {
  maxProperties: 16,
  description: 'Your own names and texts. A search can be limited to documents that have them.',
  examples: [{ team: 'finance' }],
});
export type Metadata = Type.Static<typeof Metadata>;

const statuses = ['queued', 'processing', 'ready', 'failed'] as const;

export const AddDocument = Type.Object(
  {
    text: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1_000_000, examples: ['Trains are paid in second class.'] }),
    ),
    fileId: Type.Optional(
      Type.String({ examples: ['fil_01jd3v9k4m8q2w5x7y0z1a2b3c'], description: 'One of your own files.' }),
    ),
    url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_000,
        examples: ['https://example.com/handbook.html'],
        description: 'An address that the gateway may reach. It is read, and read again every `intervalSeconds`.',
      }),
    ),
    intervalSeconds: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 300,
          maximum: 31 * 86_400,
          default: 86_400,
          description: 'With `url`: how often it is read again; a day if left out, never if null.',
        }),
      ),
    ),
    format: Type.Optional(
      Type.Enum(['text', 'markdown', 'html', 'csv'], {
        description: 'Of `text`. Without it, plain text or Markdown. The format of a file is read from the file.',
        examples: ['markdown'],
      }),
    ),
    title: Type.Optional(Title),
    metadata: Type.Optional(Metadata),
  },
  { title: 'AddDocument', additionalProperties: false, description: 'One of `text`, `fileId` and `url`.' },
);
export type AddDocument = Type.Static<typeof AddDocument>;

export const KnowledgeDocument = Type.Object(
  {
    id: DocumentId,
    collectionId: CollectionId,
    title: Type.String(),
    source: Type.Enum(['text', 'file', 'url']),
    address: Nullable(
      Type.Object(
        {
          url: Type.String(),
          intervalSeconds: Nullable(Type.Integer({ description: 'How often it is read again; null for never.' })),
          readAt: Nullable(Type.String({ format: 'date-time', description: 'When it last answered.' })),
          nextReadAt: Nullable(Time),
          problem: Nullable(
            Type.String({
              description: 'Why it could not be read since. If there is an earlier form, that is searched.',
            }),
          ),
        },
        { description: 'Of a document that is read from an address.' },
      ),
    ),
    metadata: Metadata,
    status: Type.Enum([...statuses], {
      description: 'While a document is replaced, it is searched in its earlier form until the new one is ready.',
    }),
    progress: Type.Number({ minimum: 0, maximum: 1, description: 'The share of its passages that are ready.' }),
    reason: Nullable(Type.String({ description: 'Why it failed.' })),
    passages: Type.Integer({ description: 'How many of its passages are searched.' }),
    characters: Type.Integer({ description: 'The length of the text that is searched.' }),
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'KnowledgeDocument' },
);
export type KnowledgeDocument = Type.Static<typeof KnowledgeDocument>;
export const DocumentPage = PageOf(KnowledgeDocument, 'KnowledgeDocumentPage');

export const DocumentQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(Type.Enum([...statuses], { description: 'Only documents with this status.' })),
});
export const DocumentParams = Type.Object({ id: CollectionId, documentId: DocumentId });

const longestPart = 200_000;
export const TextQuery = Type.Object({
  start: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: 'The place of the first character.' })),
  length: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: longestPart,
      default: longestPart,
      description: 'At most so many characters.',
    }),
  ),
});
export const DocumentText = Type.Object(
  {
    documentId: DocumentId,
    title: Type.String(),
    start: Type.Integer(),
    characters: Type.Integer({ description: 'Of the whole text.' }),
    text: Type.String(),
  },
  {
    title: 'DocumentText',
    description: 'The text that is searched. Places in it count UTF-16 units, as strings of JavaScript do.',
  },
);
export type DocumentText = Type.Static<typeof DocumentText>;
