import type { Caller } from '../../http/authentication.ts';
import type { Target } from '../../platform/models/connections/scope.ts';
import type { Restrictions } from '../workspaces/index.ts';
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
  resolveModel(workspaceId: string, provider: string | null, model: string | null): Promise<Target>;
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
    const target = await resolveModel(caller.workspaceId, agent.provider, agent.model);
    const { provider, model, contextWindow, configured, reason } = target;
    // Of a pool, one connection that is allowed is enough.
    const asked = target.candidates.length > 0 ? target.candidates : [target];
    const refusals = asked.map((one) => refusal(restrictions, one.provider, one.model));
    const refused = refusals.every((one) => one !== undefined)
      ? refusals[0]
      : configured
        ? undefined
        : (reason ?? 'the provider is not configured');
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
        provider,
        model,
        contextWindow,
        temperature: agent.temperature,
        maxTokens: agent.maxTokens,
        allowed: refused === undefined,
        ...(refused === undefined ? {} : { reason: refused }),
      },
    };
  };
}
