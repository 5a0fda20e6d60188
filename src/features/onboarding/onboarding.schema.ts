import { Type } from '../../http/validation/type.ts';
import { Agent, CreateAgent } from '../agents/index.ts';
import { Workspace } from '../workspaces/index.ts';

export const Setup = Type.Object(
  {
    workspace: Type.Object(
      { name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', examples: ['Acme'] }) },
      { additionalProperties: false },
    ),
    agents: Type.Array(CreateAgent, { minItems: 0, maxItems: 50, examples: [[{ name: 'Assistant' }]] }),
  },
  { title: 'Setup', additionalProperties: false },
);
export type Setup = Type.Static<typeof Setup>;

export const SetupDone = Type.Object({ workspace: Workspace, agents: Type.Array(Agent) }, { title: 'SetupDone' });
export type SetupDone = Type.Static<typeof SetupDone>;
