import { invalidField } from '../../../kernel/errors.ts';
import type { ClientTool } from './client-tool.schema.ts';

const mostTools = 128;
const mostBytes = 262_144;

type Agent = { tools: readonly string[]; skills: readonly string[]; approvals: readonly string[] };

/** A client's tool has a name of its own: it never stands in for a tool of the agent, or for one that needs an approval. */
export function refuseShadows(
  tools: readonly ClientTool[],
  agent: Agent,
  toolsOfSkill: (id: string) => readonly string[],
): void {
  if (tools.length > mostTools) throw invalidField('clientTools', `must have at most ${mostTools} tools`);
  if (Buffer.byteLength(JSON.stringify(tools)) > mostBytes)
    throw invalidField('clientTools', `must have at most ${mostBytes} bytes together`);
  const taken = new Set([...agent.tools, ...agent.approvals, ...agent.skills.flatMap(toolsOfSkill)]);
  for (const [index, { name }] of tools.entries()) {
    if (taken.has(name))
      throw invalidField(`clientTools[${index}].name`, `"${name}" is the name of another tool of this turn`);
    taken.add(name);
  }
}
