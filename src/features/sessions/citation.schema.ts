import { Type } from '../../http/validation/type.ts';

export const Citations = Type.Array(
  Type.Object(
    {
      number: Type.Optional(
        Type.Integer({ description: 'By which the answer names it, such as `[2]`.', examples: [1] }),
      ),
      documentId: Type.String({ examples: ['doc_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
      title: Type.String({ description: 'Of the document.' }),
      page: Type.Optional(Type.Integer({ description: 'Of a PDF.' })),
      quote: Type.String({ description: 'The text of the document from `start` to `end`.' }),
      start: Type.Integer({ description: 'In UTF-16 units, as strings of JavaScript count.' }),
      end: Type.Integer(),
    },
    { title: 'Citation' },
  ),
  { description: 'The passages of documents that the agent answered from.' },
);
