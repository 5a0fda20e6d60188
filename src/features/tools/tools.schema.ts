import { PageQuery } from '../../http/pagination.ts';
import { Type } from '../../http/validation/type.ts';

const JsonObject = Type.Record(Type.String(), Type.Unknown());
const Time = Type.String({ format: 'date-time' });

export const Headers = Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 4_096 }), {
  description: 'Sent with every request; stored encrypted and never shown again.',
  examples: [{ authorization: 'Bearer …' }],
});
export const HeaderNames = Type.Array(Type.String(), {
  description: 'The names of the stored headers; their values are never shown.',
  examples: [['authorization']],
});

const Parameters = Type.Record(Type.String(), Type.Unknown(), {
  description: 'JSON Schema (2020-12) of an object.',
  examples: [{ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }],
});

const Url = Type.String({
  minLength: 1,
  maxLength: 2_048,
  examples: ['https://weather.example.com/cities/{city}'],
  description: '`{name}` in the path is filled with the parameter of that name.',
});
const Method = Type.Enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

export const CreateTool = Type.Object(
  {
    name: Type.String({ pattern: '^[a-zA-Z][a-zA-Z0-9_-]{0,63}$', examples: ['weather'] }),
    description: Type.String({ minLength: 1, maxLength: 2_000, examples: ['The weather in a city'] }),
    parameters: Type.Optional(Parameters),
    http: Type.Object(
      {
        url: Url,
        method: Type.Optional(
          Type.Enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'], {
            default: 'GET',
            description: 'GET, HEAD and DELETE carry the parameters in the query, the others as a JSON body.',
          }),
        ),
        headers: Type.Optional(Headers),
      },
      { additionalProperties: false },
    ),
    timeoutMs: Type.Optional(Type.Integer({ minimum: 100, maximum: 60_000, default: 30_000 })),
  },
  { title: 'CreateTool', additionalProperties: false },
);
export type CreateTool = Type.Static<typeof CreateTool>;

const shown = {
  name: Type.String({ examples: ['calculator'] }),
  description: Type.String({ examples: ['Evaluates an arithmetic expression'] }),
  source: Type.String({
    examples: ['builtin'],
    description: '`builtin`, `skill:<id>`, `http` for a tool of your own, or `mcp:<server>`.',
  }),
  parameters: JsonObject,
};

export const ToolSummary = Type.Object(shown, { title: 'Tool' });
export type ToolSummary = Type.Static<typeof ToolSummary>;

export const ToolDetails = Type.Object(
  {
    ...shown,
    timeoutMs: Type.Integer({ examples: [30_000] }),
    http: Type.Optional(Type.Object({ url: Url, method: Method, headerNames: HeaderNames })),
    createdAt: Type.Optional(Time),
  },
  { title: 'ToolDetails', description: '`http` and `createdAt` only for a tool of your own.' },
);
export type ToolDetails = Type.Static<typeof ToolDetails>;

export const InvokeTool = Type.Object(
  {
    params: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { examples: [{ expression: '6 * 7' }] })),
  },
  { title: 'InvokeTool', additionalProperties: false },
);
export type InvokeTool = Type.Static<typeof InvokeTool>;

export const ToolInvocation = Type.Object(
  {
    result: Type.Unknown({
      description: 'Any JSON, at most 64 KiB: more comes as `{truncated, bytes, text}`. A failure is `{error}`.',
      examples: [{ expression: '6 * 7', result: 42 }],
    }),
    isError: Type.Boolean(),
    durationMs: Type.Integer({ examples: [12] }),
  },
  { title: 'ToolInvocation' },
);
export type ToolInvocation = Type.Static<typeof ToolInvocation>;

export const ToolPageQuery = Type.Object(PageQuery);
