import { AppError, notFound } from '../../../kernel/errors.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { AgentVersionStore } from './agent-versions.store.ts';
import type { AgentVersions } from './agent-versions.ts';

type Deps = {
  store: Pick<AgentVersionStore, 'holdAgent' | 'exists'>;
  bringUpToDate: AgentVersions['bringUpToDate'];
};

/** What acts in somebody's name does so under a version of its agent that this one has agreed to. */
export function createAcceptance({ store, bringUpToDate }: Deps) {
  return {
    /** Before the transaction: what is current is written down as it is. */
    prepare: bringUpToDate,

    /** The first lock of the transaction: a change of an agent locks its schedules and channels next. */
    async current(tx: Transaction, agentId: string): Promise<number> {
      const agent = await store.holdAgent(tx, agentId);
      if (!agent) throw notFound(`Agent ${agentId}`);
      return agent.version;
    },

    /** The same for a version that somebody names. */
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
