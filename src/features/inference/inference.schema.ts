import { Nullable, Type } from '../../http/validation/type.ts';

/** A setting that clients send as null for the default. */
const Setting = <Schema extends Type.TSchema>(schema: Schema) => Type.Optional(Nullable(schema));
const Free = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true });
const ModelName = Type.String({
  minLength: 1,
  maxLength: 300,
  examples: ['local/offline'],
  description: '`provider/model`, or `agent:<agentId>` to talk to an agent.',
});

const Part = Type.Object(
  {
    type: Type.String({ examples: ['text'] }),
    text: Setting(Type.String()),
    refusal: Setting(Type.String()),
    image_url: Setting(
      Type.Union([
        Type.String(),
        Type.Object(
          {
            url: Type.String({
              examples: ['https://example.com/photo.png'],
              description: 'A data URL in base64, or an address that the gateway fetches.',
            }),
            detail: Setting(Type.String({ maxLength: 20, description: 'Not used.' })),
          },
          { additionalProperties: true },
        ),
      ]),
    ),
    file: Setting(
      Type.Object(
        {
          file_data: Setting(Type.String({ description: 'A data URL in base64.' })),
          filename: Setting(Type.String({ maxLength: 255, examples: ['report.pdf'] })),
          file_id: Setting(
            Type.String({
              maxLength: 100,
              description: 'A file of yours, from `POST /files`, instead of `file_data`.',
            }),
          ),
        },
        { additionalProperties: true },
      ),
    ),
  },
  { additionalProperties: true },
);

const FunctionName = Type.String({ pattern: '^[a-zA-Z0-9_-]{1,64}$', examples: ['get_weather'] });

const CalledFunction = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200, examples: ['call_1'] }),
  type: Type.Optional(Type.String({ examples: ['function'] })),
  function: Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }), arguments: Type.String() }),
});

const ChatMessage = Type.Object(
  {
    role: Type.Enum(['user', 'system', 'developer', 'assistant', 'tool']),
    content: Type.Optional(
      Type.Union([
        Type.String({ examples: ['What is 17 * 23?'] }),
        Type.Array(Part, {
          maxItems: 10_000,
          description: 'Parts: `text`; of a user also `image_url` and `file`; of an assistant also `refusal`.',
        }),
        Type.Null(),
      ]),
    ),
    tool_calls: Setting(Type.Array(CalledFunction, { maxItems: 128 })),
    tool_call_id: Setting(Type.String({ maxLength: 200 })),
    refusal: Setting(Type.String()),
    reasoning_content: Setting(
      Type.String({
        description: 'The model’s reasoning, as it was received. Reasoning models need it in later requests.',
      }),
    ),
    reasoning: Type.Optional(Type.Unknown({ description: 'The same, under the name that other servers use.' })),
    function_call: Type.Optional(Type.Unknown({ description: 'Not possible: send `tool_calls`.' })),
  },
  { title: 'ChatCompletionMessage' },
);
export type ChatMessage = Type.Static<typeof ChatMessage>;

const FunctionTool = Type.Object({
  type: Type.Literal('function'),
  function: Type.Object({
    name: FunctionName,
    description: Setting(Type.String({ maxLength: 20_000 })),
    parameters: Setting(Free),
    strict: Setting(Type.Boolean()),
  }),
});

export const ChatCompletionRequest = Type.Object(
  {
    model: ModelName,
    messages: Type.Array(ChatMessage, {
      minItems: 1,
      maxItems: 10_000,
      examples: [[{ role: 'user', content: 'What is 17 * 23?' }]],
    }),
    stream: Setting(Type.Boolean()),
    stream_options: Setting(Type.Object({ include_usage: Setting(Type.Boolean()) })),
    tools: Setting(Type.Array(FunctionTool, { maxItems: 128 })),
    tool_choice: Setting(
      Type.Union([
        Type.Enum(['none', 'auto', 'required']),
        Type.Object({ type: Type.Literal('function'), function: Type.Object({ name: FunctionName }) }),
      ]),
    ),
    parallel_tool_calls: Setting(Type.Boolean()),
    temperature: Setting(Type.Number({ minimum: 0, maximum: 2 })),
    top_p: Setting(Type.Number({ minimum: 0, maximum: 1 })),
    presence_penalty: Setting(Type.Number({ minimum: -2, maximum: 2 })),
    frequency_penalty: Setting(Type.Number({ minimum: -2, maximum: 2 })),
    seed: Setting(Type.Integer()),
    max_tokens: Setting(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    max_completion_tokens: Setting(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    stop: Setting(Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 4 })])),
    reasoning_effort: Setting(Type.String({ maxLength: 20 })),
    response_format: Setting(
      Type.Object({
        type: Type.Enum(['text', 'json_object', 'json_schema']),
        json_schema: Setting(
          Type.Object({
            name: FunctionName,
            description: Setting(Type.String()),
            schema: Setting(Free),
            strict: Setting(Type.Boolean()),
          }),
        ),
      }),
    ),
    n: Setting(Type.Integer({ minimum: 1, maximum: 128, description: 'Only 1 is possible.' })),
    logprobs: Setting(Type.Boolean({ description: 'Only false is possible.' })),
    top_logprobs: Setting(Type.Integer({ description: 'Only 0 is possible.' })),
    logit_bias: Setting(Free),
    modalities: Setting(Type.Array(Type.String(), { maxItems: 10, description: 'Only `text` is possible.' })),
    audio: Type.Optional(Type.Unknown({ description: 'Not possible.' })),
    web_search_options: Type.Optional(Type.Unknown({ description: 'Not possible: give an agent a tool.' })),
    functions: Type.Optional(Type.Unknown({ description: 'Not possible: send `tools`.' })),
    function_call: Type.Optional(Type.Unknown({ description: 'Not possible: send `tool_choice`.' })),
  },
  {
    title: 'ChatCompletionRequest',
    additionalProperties: false,
    examples: [{ model: 'local/offline', messages: [{ role: 'user', content: 'What is 17 * 23?' }] }],
  },
);
export type ChatCompletionRequest = Type.Static<typeof ChatCompletionRequest>;

export const SessionHeader = Type.Object({
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
  prompt_tokens: Tokens,
  completion_tokens: Tokens,
  total_tokens: Tokens,
  prompt_tokens_details: Type.Object({ cached_tokens: Tokens }),
  completion_tokens_details: Type.Optional(Type.Object({ reasoning_tokens: Tokens })),
});
export type Usage = Type.Static<typeof Usage>;

export const ChatCompletion = Type.Object(
  {
    id: Type.String({ examples: ['chatcmpl-0f8b5f3e-6d0a-4c3e-9a53-0d6a3b1f2c11'] }),
    object: Type.Literal('chat.completion'),
    created: Type.Integer({ examples: [1_767_225_600] }),
    model: ModelName,
    choices: Type.Array(
      Type.Object({
        index: Type.Integer({ examples: [0] }),
        message: Type.Object({
          role: Type.Literal('assistant'),
          content: Nullable(Type.String({ examples: ['17 * 23 = 391'] })),
          refusal: Nullable(Type.String()),
          reasoning_content: Type.Optional(Type.String({ description: 'The model’s reasoning, if it sends it.' })),
          reasoning: Type.Optional(Type.String({ description: 'The same, from servers that use this name.' })),
          tool_calls: Type.Optional(Type.Array(CalledFunction, { examples: [[]] })),
        }),
        logprobs: Type.Null(),
        finish_reason: Type.Enum(['stop', 'length', 'tool_calls', 'content_filter']),
      }),
    ),
    usage: Usage,
  },
  { title: 'ChatCompletion' },
);
export type ChatCompletion = Type.Static<typeof ChatCompletion>;

export const Model = Type.Object(
  {
    id: ModelName,
    object: Type.Literal('model'),
    created: Type.Integer({ examples: [1_767_225_600] }),
    owned_by: Type.String({ examples: ['local'] }),
    name: Type.String({ examples: ['Offline assistant'], description: 'A display name; for an agent, its name.' }),
  },
  { title: 'Model' },
);
export type Model = Type.Static<typeof Model>;

export const ModelList = Type.Object({ object: Type.Literal('list'), data: Type.Array(Model) }, { title: 'ModelList' });

export const EmbeddingRequest = Type.Object(
  {
    model: ModelName,
    input: Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.Unknown(), { minItems: 1, maxItems: 8_192 })], {
      description:
        'A text, or up to 2,048 texts of up to 100,000 characters. Tokens (a list of integers, or a list of lists) go to a model of a provider; the built-in one takes none.',
      examples: ['The food was delicious.'],
    }),
    encoding_format: Setting(Type.Enum(['float', 'base64'])),
    dimensions: Setting(Type.Integer({ minimum: 1 })),
  },
  {
    title: 'EmbeddingRequest',
    additionalProperties: false,
    examples: [{ model: 'local/universal-sentence-encoder-lite', input: 'The food was delicious.' }],
  },
);
export type EmbeddingRequest = Type.Static<typeof EmbeddingRequest>;

export const EmbeddingList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(
      Type.Object({
        object: Type.Literal('embedding'),
        index: Type.Integer({ examples: [0] }),
        embedding: Type.Union([Type.Array(Type.Number()), Type.String({ description: 'Floats, as base64.' })]),
      }),
    ),
    model: ModelName,
    usage: Type.Object({ prompt_tokens: Tokens, total_tokens: Tokens }),
  },
  { title: 'EmbeddingList' },
);
export type EmbeddingList = Type.Static<typeof EmbeddingList>;
