import type { Log } from '../../../kernel/log.ts';
import type { AgentVersionStore } from './agent-versions.store.ts';
import type { AgentVersions } from './agent-versions.ts';

type Deps = { store: Pick<AgentVersionStore, 'unwritten'>; versions: Pick<AgentVersions, 'bringUpToDate'>; log: Log };

/** Once after an upgrade: describes agents that were written by a gateway without versions. */
export function createDescribing({ store, versions, log }: Deps) {
  let running = false;
  let work: Promise<void> | undefined;

  async function describeAll(): Promise<void> {
    for (let after = ''; running; ) {
      const agents = await store.unwritten(after);
      for (const { id } of agents) if (running) await versions.bringUpToDate(id);
      if (agents.length === 0) return;
      after = agents.at(-1)?.id ?? '';
    }
  }

  return {
    start(): void {
      if (running) return;
      running = true;
      // The rest is described when the agent is next used.
      work = describeAll().catch((error) => log.warn({ err: error }, 'not all agents could be described'));
    },
    async stop(): Promise<void> {
      running = false;
      await work;
    },
  };
}
