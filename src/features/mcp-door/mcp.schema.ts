import { Type } from '../../http/validation/type.ts';

const anyFields = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

/** One message of JSON-RPC. The MCP SDK checks what is in `params`; lists of messages are refused. */
export const McpMessage = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Unknown({ description: 'A text or a number; none for a notification.', examples: [1] })),
    method: Type.Optional(Type.String({ maxLength: 200, examples: ['tools/list'] })),
    params: Type.Optional(anyFields('What the method takes.')),
    result: Type.Optional(anyFields('Of an answer to the gateway: what the person decided.')),
    error: Type.Optional(anyFields('Of an answer to the gateway: why there is none.')),
  },
  {
    title: 'McpMessage',
    additionalProperties: false,
    description: 'A request, a notification or an answer of the Model Context Protocol.',
  },
);
export type McpMessage = Type.Static<typeof McpMessage>;

export const McpAnswer = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Unknown({ description: 'The id of the request.', examples: [1] }),
    result: Type.Optional(Type.Object({}, { additionalProperties: true })),
    error: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  { title: 'McpAnswer' },
);

export const McpHeaders = Type.Object({
  'mcp-session-id': Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'As `initialize` returned it (revisions before 2026-07-28). It names calls that are to be cancelled.',
    }),
  ),
});

export const ProtectedResource = Type.Object(
  {
    resource: Type.String({ examples: ['https://gateway.example.com/mcp'] }),
    resource_name: Type.String({ examples: ['Agent Gateway'] }),
    authorization_servers: Type.Array(Type.String({ examples: ['https://login.example.com'] }), {
      description: 'The issuers of the configured identity providers.',
    }),
    bearer_methods_supported: Type.Array(Type.String({ examples: ['header'] })),
    resource_documentation: Type.String({ examples: ['https://gateway.example.com/docs'] }),
  },
  { title: 'ProtectedResource', description: 'Metadata of RFC 9728.' },
);
