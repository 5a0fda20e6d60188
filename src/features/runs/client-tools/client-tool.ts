import { ToolError } from '../../../kernel/tool-error.ts';
import type { Tool } from '../../tools/index.ts';
import type { ShownUsage } from '../run.ts';
import type { ClientTool } from './client-tool.schema.ts';

/** A call of a tool that the client runs. */
export type ClientCall = { toolCallId: string; tool: string; params: unknown };

/** What a parked run waits for at its client. */
export type ClientWait = { calls: ClientCall[]; expiresAt: string; usage: ShownUsage };

/** `source` of a tool that the client brought and runs. */
const source = 'client';
export const isClients = (tool: Tool | undefined): boolean => tool?.source === source;

/** The client's tool among the agent's own. Its results are text from outside. */
export const clientTool = ({ name, description, parameters }: ClientTool): Tool => ({
  name,
  description,
  parameters,
  source,
  digest: '',
  timeoutMs: 1_000,
  external: true,
  async execute() {
    throw new ToolError(`The tool ${name} runs at the client.`);
  },
});
