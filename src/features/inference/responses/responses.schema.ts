import { Nullable, Type } from '../../../http/validation/type.ts';

/** A setting that clients send as null for the default. */
const Setting = <Schema extends Type.TSchema>(schema: Schema) => Type.Optional(Nullable(schema));
const Free = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true });
const Impossible = (description = 'Not possible.') => Type.Optional(Type.Unknown({ description }));
const Hint = (description: string) => Type.Optional(Type.Unknown({ description }));

export const ResponseId = Type.String({
  minLength: 1,
  maxLength: 100,
  examples: ['resp_01jd3v9k4m8q2w5x7y0z1a2b3c'],
});
const FunctionName = Type.String({ pattern: '^[a-zA-Z0-9_-]{1,64}$', examples: ['get_weather'] });
const ItemId = Setting(Type.String({ maxLength: 200 }));

/** Members that are not named here are not kept. */
const closed = { additionalProperties: false };

const ContentPart = Type.Object(
  {
    type: Type.String({ maxLength: 100, examples: ['input_text'] }),
    text: Setting(Type.String()),
    refusal: Setting(Type.String()),
    image_url: Setting(Type.String({ description: 'A data URL in base64, or an address that the gateway fetches.' })),
    file_id: Setting(Type.String({ maxLength: 100, description: 'A file of yours, from `POST /files`.' })),
    file_data: Setting(Type.String({ description: 'A data URL in base64.' })),
    file_url: Impossible('Not possible: send `file_data` or `file_id`.'),
    filename: Setting(Type.String({ maxLength: 255, examples: ['report.pdf'] })),
    detail: Hint('Not used.'),
  },
  closed,
);
export type ContentPart = Type.Static<typeof ContentPart>;

const Content = Type.Union([Type.String(), Type.Array(ContentPart, { maxItems: 10_000 }), Type.Null()]);

export const InputItem = Type.Object(
  {
    type: Setting(
      Type.String({
        maxLength: 100,
        examples: ['message'],
        description: '`message`, `function_call`, `function_call_output`, `reasoning` or `item_reference`.',
      }),
    ),
    id: ItemId,
    status: Setting(Type.String({ maxLength: 100 })),
    role: Setting(Type.Enum(['user', 'assistant', 'system', 'developer'])),
    content: Type.Optional(Content),
    phase: Hint('Not used.'),
    call_id: Setting(Type.String({ minLength: 1, maxLength: 200, examples: ['call_1'] })),
    name: Setting(Type.String({ minLength: 1, maxLength: 200, examples: ['get_weather'] })),
    arguments: Setting(Type.String({ examples: ['{"city":"Rome"}'] })),
    output: Type.Optional(Content),
    summary: Setting(Type.Array(ContentPart, { maxItems: 1_000 })),
    encrypted_content: Setting(Type.String({ maxLength: 1_000_000 })),
  },
  { title: 'ResponseInputItem', ...closed },
);
export type InputItem = Type.Static<typeof InputItem>;

const Tool = Type.Object(
  {
    type: Type.String({ maxLength: 100, examples: ['function'], description: 'Only `function` is possible.' }),
    name: Setting(FunctionName),
    description: Setting(Type.String({ maxLength: 20_000 })),
    parameters: Setting(Free),
    strict: Setting(Type.Boolean()),
  },
  closed,
);

const ToolChoice = Type.Union([
  Type.Enum(['none', 'auto', 'required']),
  Type.Object(
    {
      type: Type.String({ maxLength: 100, examples: ['function'], description: '`function` or `allowed_tools`.' }),
      name: Type.Optional(FunctionName),
      mode: Type.Optional(Type.Enum(['auto', 'required'])),
      tools: Type.Optional(
        Type.Array(Type.Object({ type: Type.Literal('function'), name: FunctionName }, closed), { maxItems: 128 }),
      ),
    },
    closed,
  ),
]);

const Format = Type.Object(
  {
    type: Type.Enum(['text', 'json_object', 'json_schema']),
    name: Setting(FunctionName),
    description: Setting(Type.String()),
    schema: Setting(Free),
    strict: Setting(Type.Boolean()),
  },
  closed,
);

export const ResponseRequest = Type.Object(
  {
    model: Type.String({
      minLength: 1,
      maxLength: 300,
      examples: ['local/offline'],
      description: '`provider/model`, or `agent:<agentId>` to talk to an agent.',
    }),
    input: Type.Union([Type.String(), Type.Array(InputItem, { minItems: 1, maxItems: 10_000 })], {
      examples: ['What is 17 * 23?'],
    }),
    instructions: Setting(Type.String({ description: 'A system message. It is not carried over to later responses.' })),
    previous_response_id: Setting(ResponseId),
    store: Setting(
      Type.Boolean({ description: 'Whether the response can be read and continued later; true by default.' }),
    ),
    metadata: Setting(
      Type.Record(Type.String(), Type.String({ maxLength: 512 }), { maxProperties: 16, description: 'Kept as it is.' }),
    ),
    stream: Setting(Type.Boolean()),
    stream_options: Hint('Not used: events are not padded.'),
    tools: Setting(Type.Array(Tool, { maxItems: 128 })),
    tool_choice: Setting(ToolChoice),
    parallel_tool_calls: Setting(Type.Boolean()),
    text: Setting(
      Type.Object(
        {
          format: Setting(Format),
          verbosity: Setting(Type.String({ maxLength: 20, description: 'Only `medium` is possible.' })),
        },
        closed,
      ),
    ),
    reasoning: Setting(
      Type.Object(
        {
          effort: Setting(Type.String({ maxLength: 20 })),
          summary: Hint('Not used: what a model tells of its reasoning is returned.'),
          generate_summary: Hint('Not used.'),
        },
        closed,
      ),
    ),
    temperature: Setting(Type.Number({ minimum: 0, maximum: 2 })),
    top_p: Setting(Type.Number({ minimum: 0, maximum: 1 })),
    presence_penalty: Setting(Type.Number({ minimum: -2, maximum: 2 })),
    frequency_penalty: Setting(Type.Number({ minimum: -2, maximum: 2 })),
    max_output_tokens: Setting(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    max_tool_calls: Setting(
      Type.Integer({ minimum: 1, description: 'Kept; it limits tools that models do not have here.' }),
    ),
    include: Setting(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 20,
        description: 'Only `reasoning.encrypted_content` is possible.',
      }),
    ),
    truncation: Setting(Type.Enum(['auto', 'disabled'], { description: 'Only `disabled` is possible.' })),
    service_tier: Setting(Type.String({ maxLength: 20, description: 'Only `auto` and `default` are possible.' })),
    top_logprobs: Setting(Type.Integer({ description: 'Only 0 is possible.' })),
    prompt_cache_key: Setting(Type.String({ maxLength: 1_000, description: 'Not used.' })),
    safety_identifier: Setting(Type.String({ maxLength: 1_000, description: 'Not used.' })),
    prompt_cache_retention: Hint('Not used.'),
    prompt_cache_options: Hint('Not used.'),
    user: Hint('Not used.'),
    background: Setting(Type.Boolean({ description: 'Only false is possible.' })),
    conversation: Impossible('Not possible: send `previous_response_id`.'),
    prompt: Impossible(),
    context_management: Impossible(),
    moderation: Impossible(),
    image: Impossible(),
    access_programs: Impossible(),
  },
  {
    title: 'ResponseRequest',
    ...closed,
    examples: [{ model: 'local/offline', input: 'What is 17 * 23?' }],
  },
);
export type ResponseRequest = Type.Static<typeof ResponseRequest>;

const Tokens = Type.Integer({ minimum: 0, examples: [12] });
const Usage = Type.Object({
  input_tokens: Tokens,
  input_tokens_details: Type.Object({ cached_tokens: Tokens }),
  output_tokens: Tokens,
  output_tokens_details: Type.Object({ reasoning_tokens: Tokens }),
  total_tokens: Tokens,
});
const Seconds = Type.Integer({ examples: [1_767_225_600] });
const Text = Nullable(Type.String());
const Count = Nullable(Type.Integer());

export const ResponseObject = Type.Object(
  {
    id: ResponseId,
    object: Type.Literal('response'),
    created_at: Seconds,
    completed_at: Nullable(Seconds),
    status: Type.Enum(['in_progress', 'completed', 'incomplete', 'failed']),
    error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    incomplete_details: Nullable(Type.Object({ reason: Type.Enum(['max_output_tokens', 'content_filter']) })),
    model: Type.String({ examples: ['local/offline'] }),
    instructions: Text,
    previous_response_id: Nullable(ResponseId),
    output: Type.Array(Type.Unsafe<OutputItem>({ type: 'object', additionalProperties: true }), {
      description: '`reasoning`, `message` and `function_call` items.',
    }),
    usage: Nullable(Usage),
    tools: Type.Array(Free),
    tool_choice: Type.Union([Type.String(), Free]),
    parallel_tool_calls: Type.Boolean(),
    text: Free,
    reasoning: Type.Object({ effort: Text, summary: Text }),
    temperature: Type.Number(),
    top_p: Type.Number(),
    presence_penalty: Type.Number(),
    frequency_penalty: Type.Number(),
    top_logprobs: Type.Integer(),
    max_output_tokens: Count,
    max_tool_calls: Count,
    truncation: Type.Literal('disabled'),
    store: Type.Boolean(),
    background: Type.Boolean(),
    service_tier: Type.String({ examples: ['default'] }),
    metadata: Type.Record(Type.String(), Type.String()),
    safety_identifier: Text,
    prompt_cache_key: Text,
  },
  { title: 'ResponseObject' },
);
export type ResponseObject = Type.Static<typeof ResponseObject>;

export const DeletedResponse = Type.Object(
  { id: ResponseId, object: Type.Literal('response'), deleted: Type.Boolean({ examples: [true] }) },
  { title: 'DeletedResponse' },
);

/** A document that an agent answered from; `index` is the place in the text behind which it is named. */
export type FileCitation = { type: 'file_citation'; file_id: string; filename: string; index: number };
export type MessagePart =
  | { type: 'output_text'; text: string; annotations: FileCitation[]; logprobs: [] }
  | { type: 'refusal'; refusal: string };
/** What an answer consists of. */
export type OutputItem =
  | { type: 'message'; id: string; status: ItemStatus; role: 'assistant'; content: MessagePart[] }
  | { type: 'function_call'; id: string; status: ItemStatus; call_id: string; name: string; arguments: string }
  | {
      type: 'reasoning';
      id: string;
      summary: { type: 'summary_text'; text: string }[];
      /** How the model's server calls its reasoning, which needs it back by that name. */
      encrypted_content?: string;
    };
type ItemStatus = 'in_progress' | 'completed' | 'incomplete';
