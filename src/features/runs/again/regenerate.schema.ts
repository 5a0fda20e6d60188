import { Type } from '../../../http/validation/type.ts';
import { MessageInput } from '../doors/message.schema.ts';
import { askedForFields } from '../doors/runs.schema.ts';

export const RegenerateRequest = Type.Object(
  {
    messageId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The answer to give again, or its question, on the chosen path. Default: the last question.',
      }),
    ),
    message: Type.Optional(MessageInput),
    stream: Type.Optional(Type.Boolean({ description: 'The answer is server-sent events, as those of a chat.' })),
    ...askedForFields,
  },
  { title: 'RegenerateRequest', additionalProperties: false },
);
export type RegenerateRequest = Type.Static<typeof RegenerateRequest>;
