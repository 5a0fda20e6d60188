import { AppError, notFound } from '../../../kernel/errors.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { AgentVersionStore } from './agent-versions.store.ts';
import type { AgentVersions } from './agent-versions.ts';

type Deps = {
  store: Pick<AgentVersionStore, 'holdAgent' | 'exists'>;
  bringUpToDate: AgentVersions['bringUpToDate'];
};

/** A schedule or channel acts in its owner's name, under the version of the agent that the owner has accepted. */
export function createAcceptance({ store, bringUpToDate }: Deps) {
  return {
    /** Before the transaction: makes sure that the current version is described. */
    prepare: bringUpToDate,

    /**
     * Must be the first lock of the transaction: a change of an agent locks the agent first, then its schedules and
     * channels.
     */
    async current(tx: Transaction, agentId: string): Promise<number> {
      const agent = await store.holdAgent(tx, agentId);
      if (!agent) throw notFound(`Agent ${agentId}`);
      return agent.version;
    },

    /** The same for a given version. */
    async named(tx: Transaction, agentId: string, version: number): Promise<number> {
      await store.holdAgent(tx, agentId);
      if (!(await store.exists(tx, agentId, version))) throw notFound(`Version ${version} of agent ${agentId}`);
      return version;
    },
  };
}

export type Acceptance = ReturnType<typeof createAcceptance>;

export const meanwhile = () => new AppError('conflict', 'It was changed at this moment. Try again.');

/** The newest version where that is not the one that was accepted. */
export const newerThan = (accepted: number | null, current: number | null | undefined): number | null =>
  typeof current === 'number' && current !== accepted ? current : null;
