import { Type } from '../../http/validation/type.ts';
import { reasoningLevels } from '../../platform/models/model.ts';

export const ReasoningLevel = Type.Enum([...reasoningLevels], {
  description: 'How much the model reasons before it answers; a model that cannot do so answers all the same.',
});

export const ResponseFormat = Type.Object(
  {
    type: Type.Literal('json_schema'),
    name: Type.String({ pattern: '^[a-zA-Z0-9_-]{1,64}$', examples: ['order'] }),
    description: Type.Optional(Type.String({ maxLength: 2_000 })),
    schema: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'A JSON Schema of type `object`, up to 32,768 characters, that does not refer to itself.',
      examples: [{ type: 'object', properties: { total: { type: 'number' } }, required: ['total'] }],
    }),
    strict: Type.Optional(
      Type.Boolean({ description: 'The provider enforces the schema, if it can. Some then accept fewer schemas.' }),
    ),
  },
  {
    title: 'ResponseFormat',
    additionalProperties: false,
    description: 'The answer is JSON of this schema: `output` beside `content`.',
  },
);
export type ResponseFormat = Type.Static<typeof ResponseFormat>;
