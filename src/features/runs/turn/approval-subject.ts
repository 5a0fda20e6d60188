import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { Tool } from '../../tools/index.ts';

/** Tools that name an agent: their approval holds for that agent's current version. */
const namesAnAgent = new Set(['spawn_agent', 'handoff']);

export type SubjectOf = (tool: Tool, params: unknown) => Promise<string>;

/** The digest of what is approved: the tool's definition and, if it names an agent, that agent's version. */
export function createSubjects(versionOf: (agentId: string) => Promise<number | undefined>): SubjectOf {
  return async (tool, params) => {
    if (tool.source !== 'builtin' || !namesAnAgent.has(tool.name)) return tool.digest;
    const { agentId } = params as { agentId?: unknown };
    const version = typeof agentId === 'string' ? await versionOf(agentId) : undefined;
    return sha256Hex(JSON.stringify([tool.digest, agentId, version ?? null]));
  };
}
