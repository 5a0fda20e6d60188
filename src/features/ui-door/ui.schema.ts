import { Nullable, Type } from '../../http/validation/type.ts';
import { ReasoningLevel, ResponseFormat } from '../agents/index.ts';

const chatIdPattern = '^[\\x21-\\x7e]+$';
export const ChatId = Type.String({
  minLength: 1,
  maxLength: 90,
  pattern: chatIdPattern,
  examples: ['kq3VYtLDnWJ4kS9Q'],
  description: 'The id of the chat in the page. The id of a session (`ses_…`) goes on with that session.',
});

const Setting = <Schema extends Type.TSchema>(schema: Schema) => Type.Optional(Nullable(schema));

/** A part as the AI SDK writes it. Only those of the last message are read. */
const Part = Type.Object(
  {
    type: Type.String({ maxLength: 200, examples: ['text'] }),
    text: Type.Optional(Type.String()),
    url: Type.Optional(Type.String()),
    mediaType: Type.Optional(Type.String()),
    filename: Setting(Type.String()),
    toolCallId: Type.Optional(Type.String()),
    state: Type.Optional(Type.String()),
    output: Type.Optional(Type.Unknown()),
    errorText: Setting(Type.String()),
    providerExecuted: Setting(Type.Boolean()),
    approval: Setting(
      Type.Object(
        { id: Type.String(), approved: Setting(Type.Boolean()), reason: Setting(Type.String({ maxLength: 2_000 })) },
        { additionalProperties: true },
      ),
    ),
  },
  { additionalProperties: true },
);

const UiMessage = Type.Object(
  {
    id: Type.Optional(Type.String({ maxLength: 200 })),
    role: Type.Enum(['system', 'user', 'assistant']),
    parts: Type.Array(Part, { maxItems: 10_000 }),
  },
  { title: 'UiMessage', additionalProperties: true },
);
export type UiMessage = Type.Static<typeof UiMessage>;
export type UiPart = UiMessage['parts'][number];

const UiTool = Type.Object({
  name: Type.String({ pattern: '^[a-zA-Z0-9_-]{1,64}$', examples: ['get_location'] }),
  description: Type.Optional(Type.String({ maxLength: 20_000 })),
  parameters: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description: 'A JSON Schema.' }),
  ),
});

export const UiChatRequest = Type.Object(
  {
    id: ChatId,
    messages: Type.Array(UiMessage, {
      minItems: 1,
      maxItems: 10_000,
      description: 'The gateway keeps the conversation: only the last message is read.',
    }),
    trigger: Type.Optional(Type.Enum(['submit-message', 'regenerate-message'])),
    messageId: Setting(Type.String({ maxLength: 200 })),
    agentId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    responseFormat: Type.Optional(ResponseFormat),
    reasoning: Type.Optional(ReasoningLevel),
    showReasoning: Type.Optional(Type.Boolean({ description: 'With reasoning parts, where the provider tells it.' })),
    tools: Type.Optional(Type.Array(UiTool, { maxItems: 128, description: 'Tools that the page runs.' })),
    whenGone: Type.Optional(
      Type.Enum(['continue', 'cancel'], {
        description:
          'What becomes of the answer when the connection closes. `continue` (default): it goes on, and the page can resume it. `cancel`: it ends, so that `stop()` ends it.',
      }),
    ),
  },
  {
    title: 'UiChatRequest',
    additionalProperties: false,
    examples: [{ id: 'chat-1', messages: [{ role: 'user', parts: [{ type: 'text', text: 'What is 17 * 23?' }] }] }],
  },
);
export type UiChatRequest = Type.Static<typeof UiChatRequest>;

export const UiStream = {
  description: 'The AI SDK’s UI message stream: server-sent events, each a chunk as JSON; then `[DONE]`.',
  content: {
    'text/event-stream': {
      schema: Type.String(),
      example:
        'data: {"type":"start","messageId":"run_01"}\n\ndata: {"type":"text-start","id":"2"}\n\ndata: {"type":"text-delta","id":"2","delta":"Hi"}\n\ndata: [DONE]\n\n',
    },
  },
};
