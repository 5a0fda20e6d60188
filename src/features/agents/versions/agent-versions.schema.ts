import { Type } from '../../../http/validation/type.ts';
import { AgentBody } from '../agents.schema.ts';

const fields = {
  version: Type.Integer({ examples: [3] }),
  digest: Type.String({
    description:
      'Over the configuration and what it refers to: tools, MCP servers, memory policy, agents it passes work to.',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
  changes: Type.Array(Type.String(), {
    description:
      'What is different from the version before: fields by name, `tool:<name>`, `memory`, and `agent:<id>` for one it passes work to.',
    examples: [['systemPrompt', 'tool:lookup']],
  }),
  changedBy: Type.Union([Type.String({ examples: ['usr_01jd3v9k4m8q2w5x7y0z1a2b3c'] }), Type.Null()], {
    description: 'Null where nobody is known: an MCP server said something else, or the account is gone.',
  }),
  createdAt: Type.String({ format: 'date-time' }),
};

export const AgentVersion = Type.Object(fields, { title: 'AgentVersion' });
export type AgentVersion = Type.Static<typeof AgentVersion>;

export const AgentVersionDetails = Type.Object(
  {
    ...fields,
    configuration: Type.Object(AgentBody.properties, { title: 'AgentConfiguration' }),
    definitions: Type.Object(
      {
        tools: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]), {
          description: 'The digest of each tool that is not the gateway’s own; null for one that was not there.',
        }),
        memory: Type.Object({
          profileId: Type.Union([Type.String(), Type.Null()]),
          policy: Type.Unknown({ description: 'The memory profile as it was.' }),
        }),
        agents: Type.Record(Type.String(), Type.Integer(), {
          description: 'The agents it may pass work to, directly or through others, and their versions.',
        }),
      },
      { title: 'AgentDefinitions' },
    ),
  },
  { title: 'AgentVersionDetails' },
);
export type AgentVersionDetails = Type.Static<typeof AgentVersionDetails>;

export const AcceptVersion = Type.Object(
  { version: Type.Integer({ minimum: 1, maximum: 2_147_483_647, examples: [4] }) },
  { title: 'AcceptVersion', additionalProperties: false },
);
