import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import type { Caller } from '../../http/authentication.ts';
import { inRunsOnly, type ToolResult } from '../tools/index.ts';
import { mayUse } from './rights.ts';

type Agent = { id: string; name: string | null; description: string };
type WorkspaceTool = { name: string; description: string; parameters: Record<string, unknown> };

type Deps = {
  /** The agents that the caller may use. */
  agentsOf(caller: Caller): Promise<readonly Agent[]>;
  toolsOf(workspaceId: string): Promise<readonly WorkspaceTool[]>;
  invoke(
    caller: Caller,
    name: string,
    params: Record<string, unknown> | undefined,
    call: { id: string; signal: AbortSignal },
  ): Promise<ToolResult>;
};

/** Searches that need only the scope of what they search. */
const searches: Readonly<Record<string, 'memory' | 'agents'>> = { memory_search: 'memory', knowledge_search: 'agents' };

export const longestMessage = 100_000;

const agentInput: Tool['inputSchema'] = {
  type: 'object',
  properties: {
    message: {
      type: 'string',
      minLength: 1,
      maxLength: longestMessage,
      description: 'What the agent is asked or told.',
    },
    sessionId: {
      type: 'string',
      maxLength: 100,
      description: 'Of an earlier answer, to go on with that conversation. Without it a new one begins.',
    },
  },
  required: ['message'],
};

const asTool = ({ id, name, description }: Agent): Tool => ({
  name: id,
  ...(name !== null && { title: name }),
  description: `Asks the agent ${name ?? id}, which answers with its own instructions, tools and memory.${description && ` ${description}`}`,
  inputSchema: agentInput,
});

/** Agents are called by their ids, which no tool's name looks like. */
export const isAgent = (name: string): boolean => name.startsWith('agt_');

export function createOfferedTools({ agentsOf, toolsOf, invoke }: Deps) {
  const mayCall = (caller: Caller, name: string): boolean =>
    !inRunsOnly.includes(name) &&
    (mayUse(caller, 'tools') || (name in searches && mayUse(caller, searches[name] ?? 'tools')));

  return {
    async list(caller: Caller): Promise<Tool[]> {
      const [agents, tools] = await Promise.all([agentsOf(caller), toolsOf(caller.workspaceId)]);
      const usable = tools.filter(({ name }) => mayCall(caller, name));
      return [
        ...agents.map(asTool),
        ...usable.map(({ name, description, parameters }) => ({
          name,
          description,
          inputSchema: { ...parameters, type: 'object' as const },
        })),
      ];
    },

    mayCall,

    async call(
      caller: Caller,
      name: string,
      params: Record<string, unknown> | undefined,
      call: { id: string; signal: AbortSignal },
    ): Promise<CallToolResult> {
      const { result, isError } = await invoke(caller, name, params, call);
      const text = typeof result === 'string' ? result : (JSON.stringify(result) ?? '');
      return { content: [{ type: 'text', text }], isError };
    },
  };
}

export type OfferedTools = ReturnType<typeof createOfferedTools>;
