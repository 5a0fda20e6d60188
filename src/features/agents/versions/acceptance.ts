import { AppError, notFound } from '../../../kernel/errors.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { AgentVersions } from './agent-versions.ts';

type Deps = { bringUpToDate: AgentVersions['bringUpToDate'] };

/** What acts in somebody's name does so under a version of its agent that this one has agreed to. */
export function createAcceptance({ bringUpToDate }: Deps) {
  /** Held to the end: the version that is current stays so, and none is forgotten. */
  const hold = (tx: Transaction, agentId: string) =>
    tx.get<{ version: number }>('SELECT version FROM agents WHERE id = $1 FOR NO KEY UPDATE', [agentId]);

  return {
    /** Before the transaction: what is current is written down as it is. */
    prepare: bringUpToDate,

    /** The first lock of the transaction: a change of an agent locks its schedules and channels next. */
    async current(tx: Transaction, agentId: string): Promise<number> {
      const agent = await hold(tx, agentId);
      if (!agent) throw notFound(`Agent ${agentId}`);
      return agent.version;
    },

    /** The same for a version that somebody names. */
    async named(tx: Transaction, agentId: string, version: number): Promise<number> {
      await hold(tx, agentId);
      const row = await tx.get('SELECT version FROM agent_versions WHERE agent_id = $1 AND version = $2', [
        agentId,
        version,
      ]);
      if (!row) throw notFound(`Version ${version} of agent ${agentId}`);
      return version;
    },
  };
}

export type Acceptance = ReturnType<typeof createAcceptance>;

export const meanwhile = () => new AppError('conflict', 'It was changed at this moment. Try again.');

/** The newest version where that is not the one that was accepted. */
export const newerThan = (accepted: number | null, current: number | null | undefined): number | null =>
  typeof current === 'number' && current !== accepted ? current : null;
