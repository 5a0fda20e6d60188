import type { Caller } from '../../http/authentication.ts';
import type { Restrictions } from '../workspaces/index.ts';
import type { ResolvedModel } from './admission.ts';
import type { Agent, Capabilities } from './agents.schema.ts';
import type { Refusal } from './model-rules.ts';

type ToolInfo = { name: string; description: string; source: string; parameters: Record<string, unknown> };
type SkillInfo = { id: string; name: string; tools: readonly string[] };

type Deps = {
  getAgent(caller: Caller, id: string): Promise<Agent>;
  findTool(workspaceId: string, name: string): Promise<ToolInfo | undefined>;
  findSkill(id: string): SkillInfo | undefined;
  restrictionsOf(caller: Caller): Promise<Restrictions>;
  refusal: Refusal;
  resolveModel(provider: string | null, model: string | null): ResolvedModel & { configured: boolean; reason?: string };
};

/**
 * What an agent can do now: its tools, the tools of its skills, and its model, resolved and checked against the
 * restrictions.
 */
export function createCapabilities({ getAgent, findTool, findSkill, restrictionsOf, refusal, resolveModel }: Deps) {
  return async (caller: Caller, agentId: string): Promise<Capabilities> => {
    const [agent, restrictions] = await Promise.all([getAgent(caller, agentId), restrictionsOf(caller)]);
    const skills = agent.skills.map(findSkill).filter((skill) => skill !== undefined);
    const names = new Set([...agent.tools, ...skills.flatMap(({ tools }) => tools)]);
    const tools = await Promise.all([...names].map((name) => findTool(caller.workspaceId, name)));
    const { configured, reason, ...model } = resolveModel(agent.provider, agent.model);
    const refused =
      refusal(restrictions, model.provider, model.model) ??
      (configured ? undefined : (reason ?? 'the provider is not configured'));
    return {
      tools: tools
        .filter((tool) => tool !== undefined)
        .map(({ name, description, source, parameters }) => ({
          name,
          description,
          source,
          parameters,
          requiresApproval: agent.approvals.includes(name),
        })),
      skills: skills.map(({ id, name, tools: brought }) => ({ id, name, toolCount: brought.length })),
      spawn: agent.spawn,
      model: {
        ...model,
        temperature: agent.temperature,
        maxTokens: agent.maxTokens,
        allowed: refused === undefined,
        ...(refused === undefined ? {} : { reason: refused }),
      },
    };
  };
}
