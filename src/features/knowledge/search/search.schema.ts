import { Nullable, Type } from '../../../http/validation/type.ts';
import { DocumentId } from '../documents/documents.schema.ts';

export const mostFound = 50;

export const SearchQuery = Type.Object({
  q: Type.String({ minLength: 1, maxLength: 2_000, pattern: '\\S', description: 'A question, or words.' }),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, default: 10, description: `A higher number is treated as ${mostFound}.` }),
  ),
  filter: Type.Optional(
    Type.String({
      maxLength: 4_000,
      description: 'A JSON object such as `{"team": "finance"}`: only documents whose metadata have all of it.',
    }),
  ),
});

export const Passage = Type.Object(
  {
    documentId: DocumentId,
    title: Type.String({ description: 'Of the document.' }),
    heading: Type.String({ description: 'The headings above the passage, outermost first, with ` › ` between them.' }),
    page: Nullable(Type.Integer({ description: 'Of a PDF; 1 is the first.' })),
    score: Type.Number({ minimum: 0, maximum: 1 }),
    quote: Type.String({ description: 'The passage: the text of the document from `start` to `end`.' }),
    start: Type.Integer({ description: 'In UTF-16 units, as strings of JavaScript count.' }),
    end: Type.Integer({ description: 'The place behind the last unit.' }),
  },
  { title: 'Passage' },
);
export type Passage = Type.Static<typeof Passage>;

export const FoundPassages = Type.Object(
  { data: Type.Array(Passage, { maxItems: mostFound }) },
  { title: 'FoundPassages' },
);
