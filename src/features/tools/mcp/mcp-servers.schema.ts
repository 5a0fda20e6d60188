import { Type } from '../../../http/validation/type.ts';
import { HeaderNames, Headers } from '../tools.schema.ts';

const Time = Type.String({ format: 'date-time' });
const Name = Type.String({ pattern: '^[a-zA-Z][a-zA-Z0-9_-]{0,31}$', examples: ['github'] });
const Url = Type.String({ minLength: 1, maxLength: 2_048, examples: ['https://mcp.example.com/mcp'] });

export const CreateMcpServer = Type.Object(
  { name: Name, url: Url, headers: Type.Optional(Headers) },
  { title: 'CreateMcpServer', additionalProperties: false },
);
export type CreateMcpServer = Type.Static<typeof CreateMcpServer>;

export const UpdateMcpServer = Type.Partial(CreateMcpServer, {
  title: 'UpdateMcpServer',
  additionalProperties: false,
  description: 'What is left out stays; `headers` replaces all of them.',
});
export type UpdateMcpServer = Type.Static<typeof UpdateMcpServer>;

export const McpServer = Type.Object(
  {
    id: Type.String({ examples: ['mcp_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
    name: Name,
    url: Url,
    headerNames: HeaderNames,
    toolCount: Type.Integer({ minimum: 0, examples: [12] }),
    error: Type.Union([Type.String(), Type.Null()], {
      description: 'Why its tools are absent; null when the last look at the server succeeded.',
    }),
    checkedAt: Type.Union([Time, Type.Null()]),
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'McpServer' },
);
export type McpServer = Type.Static<typeof McpServer>;
