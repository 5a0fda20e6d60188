import { AppError } from '../../../kernel/errors.ts';
import type { AgentBody } from '../agents.schema.ts';
import type { AgentVersionStore } from './agent-versions.store.ts';
import type { Definitions } from './definitions.ts';

type Deps = {
  store: Pick<AgentVersionStore, 'find'>;
  bringUpToDate(agentId: string): Promise<void>;
};
type Kept = { body: AgentBody; definitions: Definitions };

/** An accepted version, `<agent>@<version>`: it fixes that agent and every agent it passes work to. */
export const pinOf = (agentId: string, version: number): string => `${agentId}@${version}`;
function readPin(pin: string): { agentId: string; version: number } {
  const at = pin.lastIndexOf('@');
  return { agentId: pin.slice(0, at), version: Number(pin.slice(at + 1)) };
}

const mostCached = 500;
const undescribed: Definitions = { tools: {}, memory: { profileId: null, policy: null }, passesTo: [], agents: {} };

/** Reads versions as they were. They never change, so they are cached. */
export function createKeptVersions({ store, bringUpToDate }: Deps) {
  const cache = new Map<string, Kept>();

  async function read(agentId: string, version: number): Promise<Kept> {
    const key = pinOf(agentId, version);
    const cached = cache.get(key);
    if (cached) return cached;
    let row = await store.find(agentId, version);
    if (row && row.definitions === null) {
      // The version was written without definitions: the present ones are taken for it.
      await bringUpToDate(agentId);
      row = await store.find(agentId, version);
    }
    if (!row) throw new AppError('agent_not_available', `Version ${version} of agent ${agentId} is not kept any more.`);
    const { body, definitions } = row;
    const kept = { body: JSON.parse(body) as AgentBody, definitions: undescribed };
    // A version without definitions: none of its tools counts as accepted.
    if (definitions === null) return kept;
    const described = { ...kept, definitions: JSON.parse(definitions) as Definitions };
    if (cache.size >= mostCached) cache.delete(cache.keys().next().value as string);
    cache.set(key, described);
    return described;
  }

  return {
    read,
    /** The version of an agent that a pin fixes. */
    async versionUnder(pin: string, agentId: string): Promise<number> {
      const root = readPin(pin);
      if (root.agentId === agentId) return root.version;
      const version = (await read(root.agentId, root.version)).definitions.agents[agentId];
      if (version === undefined)
        throw new AppError(
          'agent_not_available',
          `Agent ${agentId} was not accepted: it is not among the agents that agent ${root.agentId} passes work to.`,
        );
      return version;
    },
  };
}

export type KeptVersions = ReturnType<typeof createKeptVersions>;
