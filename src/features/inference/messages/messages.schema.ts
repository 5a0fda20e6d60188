import { Nullable, Type } from '../../../http/validation/type.ts';

/** Names that clients may send as null for the default. */
const Setting = <Schema extends Type.TSchema>(schema: Schema) => Type.Optional(Nullable(schema));
const Free = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true });

/** A piece of content. Which fields it has is decided by its type, where it is read. */
const Block = Type.Unsafe<Record<string, unknown> & { type: string }>({
  title: 'AnthropicBlock',
  type: 'object',
  required: ['type'],
  properties: {
    type: {
      type: 'string',
      examples: ['text'],
      description:
        '`text`, `image`, `document`, `tool_result`; of an assistant `text`, `tool_use`, `thinking`, `redacted_thinking`.',
    },
  },
  additionalProperties: true,
});
export type Block = Type.Static<typeof Block>;

const Content = Type.Union([
  Type.String({ examples: ['What is 17 * 23?'] }),
  Type.Array(Block, { maxItems: 10_000, examples: [[{ type: 'text', text: 'What is 17 * 23?' }]] }),
]);
export type Content = Type.Static<typeof Content>;

const MessageParam = Type.Object(
  { role: Type.Enum(['user', 'assistant', 'system']), content: Content },
  { title: 'AnthropicMessageParam', additionalProperties: false },
);
export type MessageParam = Type.Static<typeof MessageParam>;

const Tool = Type.Object(
  {
    type: Setting(Type.String({ maxLength: 100, description: 'Only `custom` is possible.' })),
    name: Type.String({ pattern: '^[a-zA-Z0-9_-]{1,64}$', examples: ['get_weather'] }),
    description: Setting(Type.String({ maxLength: 20_000 })),
    input_schema: Type.Optional(Free),
    strict: Setting(Type.Boolean()),
  },
  { title: 'AnthropicTool', additionalProperties: true },
);
export type Tool = Type.Static<typeof Tool>;

/** Fields of the protocol that are refused: the answer would not be what the client asked for. */
const impossible = [
  'container',
  'context_management',
  'diagnostics',
  'inference_geo',
  'mcp_servers',
  'output_format',
  'speed',
  'top_k',
  'user_profile_id',
  'workspace_id',
] as const;
const Impossible = Type.Optional(Type.Unknown({ description: 'Not possible.' }));
const refused = Object.fromEntries(impossible.map((name) => [name, Impossible])) as Record<
  (typeof impossible)[number],
  typeof Impossible
>;

/** What of them a request has. */
export const impossibleIn = (body: CountTokensRequest): Record<string, unknown> =>
  Object.fromEntries(impossible.map((name) => [name, body[name]]));

const common = {
  model: Type.String({
    minLength: 1,
    maxLength: 300,
    examples: ['local/offline'],
    description: '`provider/model`, or `agent:<agentId>` to talk to an agent.',
  }),
  messages: Type.Array(MessageParam, {
    minItems: 1,
    maxItems: 10_000,
    examples: [[{ role: 'user', content: 'What is 17 * 23?' }]],
  }),
  system: Setting(Content),
  tools: Setting(Type.Array(Tool, { maxItems: 128 })),
  tool_choice: Setting(
    Type.Object(
      {
        type: Type.Enum(['auto', 'any', 'tool', 'none']),
        name: Type.Optional(Type.String({ maxLength: 64 })),
        disable_parallel_tool_use: Setting(Type.Boolean()),
      },
      { additionalProperties: true },
    ),
  ),
  thinking: Setting(
    Type.Object(
      {
        type: Type.Enum(['enabled', 'adaptive', 'disabled']),
        budget_tokens: Setting(Type.Integer({ minimum: 1_024, maximum: 1_000_000 })),
        display: Setting(Type.Enum(['summarized', 'omitted'])),
      },
      { additionalProperties: true },
    ),
  ),
  output_config: Setting(
    Type.Object(
      {
        effort: Setting(Type.Enum(['low', 'medium', 'high', 'xhigh', 'max'])),
        format: Setting(
          Type.Object({ type: Type.Literal('json_schema'), schema: Free }, { additionalProperties: true }),
        ),
      },
      { additionalProperties: true },
    ),
  ),
  cache_control: Setting(Free),
  ...refused,
};

export const CountTokensRequest = Type.Object(common, {
  title: 'CountTokensRequest',
  additionalProperties: false,
  examples: [{ model: 'local/offline', messages: [{ role: 'user', content: 'What is 17 * 23?' }] }],
});
export type CountTokensRequest = Type.Static<typeof CountTokensRequest>;

export const MessageRequest = Type.Object(
  {
    ...common,
    max_tokens: Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [1_024] }),
    stream: Setting(Type.Boolean()),
    stop_sequences: Setting(Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 16 })),
    temperature: Setting(Type.Number({ minimum: 0, maximum: 1 })),
    top_p: Setting(Type.Number({ minimum: 0, maximum: 1 })),
    metadata: Setting(Free),
    service_tier: Setting(Type.String({ maxLength: 50, description: 'Not used.' })),
  },
  {
    title: 'AnthropicMessageRequest',
    additionalProperties: false,
    examples: [
      { model: 'local/offline', max_tokens: 1_024, messages: [{ role: 'user', content: 'What is 17 * 23?' }] },
    ],
  },
);
export type MessageRequest = Type.Static<typeof MessageRequest>;

export const MessageHeaders = Type.Object({
  'anthropic-version': Type.Optional(
    Type.String({ maxLength: 50, examples: ['2023-06-01'], description: 'Any; the format is that of 2023-06-01.' }),
  ),
  'anthropic-beta': Type.Optional(Type.String({ maxLength: 2_000, description: 'Not used.' })),
  'x-session-id': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '^[\\x21-\\x7e]+$',
      description:
        'With an agent: the id of a session to continue, or your own name for a conversation that the gateway keeps.',
    }),
  ),
});

const Tokens = Type.Integer({ minimum: 0, examples: [12] });
const Usage = Type.Object({
  input_tokens: Tokens,
  output_tokens: Tokens,
  cache_creation_input_tokens: Tokens,
  cache_read_input_tokens: Tokens,
  output_tokens_details: Type.Optional(Type.Object({ thinking_tokens: Tokens })),
});
export type Usage = Type.Static<typeof Usage>;

const stopReasons = ['end_turn', 'max_tokens', 'tool_use', 'refusal'] as const;
export type StopReason = (typeof stopReasons)[number];

export const Message = Type.Object(
  {
    id: Type.String({ examples: ['msg_0f8b5f3e-6d0a-4c3e-9a53-0d6a3b1f2c11'] }),
    type: Type.Literal('message'),
    role: Type.Literal('assistant'),
    model: Type.String({ examples: ['local/offline'] }),
    content: Type.Array(Block, { examples: [[{ type: 'text', text: '17 * 23 = 391' }]] }),
    stop_reason: Nullable(Type.Enum([...stopReasons])),
    stop_sequence: Type.Null(),
    usage: Usage,
  },
  { title: 'AnthropicMessage' },
);
export type Message = Type.Static<typeof Message>;

export const TokenCount = Type.Object({ input_tokens: Tokens }, { title: 'TokenCount' });
