import { type MemoryPolicy, standardPolicy } from '../entries/memory.ts';

type Deps = {
  findAgent(id: string): Promise<{ workspace_id: string; body: string } | undefined>;
  policyOf(workspaceId: string, memoryProfileId: string | null): Promise<MemoryPolicy>;
};

/** The policy of an agent of any workspace. The standard policy without an agent, or when it was deleted. */
export const createAgentPolicies =
  ({ findAgent, policyOf }: Deps) =>
  async (agentId: string | null): Promise<MemoryPolicy> => {
    const agent = agentId === null ? undefined : await findAgent(agentId);
    if (!agent) return standardPolicy;
    const { memoryProfileId } = JSON.parse(agent.body) as { memoryProfileId?: string | null };
    return policyOf(agent.workspace_id, memoryProfileId ?? null);
  };

export type PolicyOfAgent = ReturnType<typeof createAgentPolicies>;
