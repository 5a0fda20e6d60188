import type { Config } from '../config.ts';
import { createAccountService, createAccountStore } from '../features/admin/index.ts';
import {
  createAgentService,
  createAgentStore,
  createAgentVersionStore,
  createAgentVersions,
  createCapabilities,
  createDescribe,
  createModelRules,
} from '../features/agents/index.ts';
import { createWorkspaceModels } from '../features/connections/index.ts';
import type { createCosts } from '../features/costs/index.ts';
import { createOnboarding } from '../features/onboarding/index.ts';
import {
  createGrantService,
  createMemberService,
  createProvidedMembers,
  createStatistics,
  createWorkspaceService,
  createWorkspaceStore,
} from '../features/workspaces/index.ts';
import type { Abilities } from './abilities.ts';
import type { Connections } from './connections.ts';
import type { Foundation } from './foundation.ts';
import type { Knowledge } from './knowledge.ts';
import type { Memory } from './memory.ts';
import type { People } from './people.ts';

export type Tenants = ReturnType<typeof composeTenants>;
type Parts = {
  memory: Memory;
  knowledge: Knowledge;
  abilities: Abilities;
  people: People;
  connections: Connections;
  costs: ReturnType<typeof createCosts>;
};

/** Workspaces, their members, agents and costs. */
export function composeTenants(
  config: Config,
  foundation: Foundation,
  {
    memory: { memory },
    knowledge,
    abilities: { toolbox, skills, answers },
    people: { auth },
    connections: { reachable, scopeFor },
    costs,
  }: Parts,
) {
  const { database, idempotency } = foundation;
  const rules = createModelRules(config.operator.models);

  const workspaceStore = createWorkspaceStore(database);
  const workspaces = createWorkspaceService({
    ...foundation,
    store: workspaceStore,
    reachable,
    largestBudgetNano: config.operator.budgets.workspaceMaximumNano,
    sessionsKeptMs: config.retention.sessionsMs,
  });

  const members = createMemberService({ ...foundation, store: workspaceStore });

  const agentStore = createAgentStore(database);
  const versionStore = createAgentVersionStore(database);
  const versions = createAgentVersions({
    ...foundation,
    store: versionStore,
    describe: createDescribe({ findTool: toolbox.find, policyOf: memory.policies.policyOf }),
  });
  const agents = createAgentService({
    ...foundation,
    store: agentStore,
    versionStore,
    versions,
    references: {
      knowsTool: async (workspaceId, name) => (await toolbox.find(workspaceId, name)) !== undefined,
      knowsSkill: (id) => skills.find(id) !== undefined,
      knowsMemoryPolicy: memory.policies.knows,
      knowsAgent: agentStore.exists,
      knowsCollection: knowledge.collections.knows,
      unusableSchema: answers.unusable,
      reachable,
    },
  });
  return {
    costs,
    rules,
    workspaces,
    workspacesWithRetention: workspaceStore.withRetention,
    members,
    providedMembers: createProvidedMembers({ ...foundation, store: workspaceStore, members }),
    grants: createGrantService({ ...foundation, store: workspaceStore }),
    accounts: createAccountService({
      ...foundation,
      store: createAccountStore(database),
      erasePerson: auth.erase,
    }),
    statistics: createStatistics(costs.statistics),
    agentStore,
    versionStore,
    versions,
    agents,
    capabilities: createCapabilities({
      getAgent: agents.get,
      findTool: toolbox.find,
      findSkill: skills.find,
      restrictionsOf: workspaces.restrictionsOf,
      refusal: rules.refusal,
      resolveModel: async (workspaceId, provider, model) => (await scopeFor(workspaceId)).resolve(provider, model),
    }),
    workspaceModels: createWorkspaceModels({
      scopeFor,
      restrictionsOf: workspaces.restrictionsOf,
      refusal: rules.refusal,
    }),
    onboarding: createOnboarding({ database, workspaces, agents, idempotency }),
  };
}
