import type { Idempotency } from '../../http/idempotency/idempotency.store.ts';
import type { IdempotentRequest } from '../../http/idempotency/idempotency.ts';
import type { Database } from '../../platform/db/database.ts';
import type { AgentService } from '../agents/index.ts';
import type { WorkspaceService } from '../workspaces/index.ts';
import type { Setup, SetupDone } from './onboarding.schema.ts';

type Deps = { database: Database; workspaces: WorkspaceService; agents: AgentService; idempotency: Idempotency };

export function createOnboarding({ database, workspaces, agents, idempotency }: Deps) {
  return {
    /**
     * One transaction: if an agent cannot be made, there is no workspace either. The first agent becomes the default.
     */
    async setUp(
      userId: string,
      { workspace, agents: wanted }: Setup,
      request: IdempotentRequest | undefined,
    ): Promise<{ answer: SetupDone; replayed: boolean }> {
      // The workspace does not exist yet, so agents can refer to nothing of its own.
      const prepared = await Promise.all(wanted.map((agent, index) => agents.prepare('', agent, `agents.${index}.`)));
      return database.transaction(async (tx) => {
        const stored = request && (await idempotency.claim(tx, request));
        if (stored) return { answer: JSON.parse(stored.body) as SetupDone, replayed: true };
        const created = await workspaces.createIn(tx, userId, workspace.name);
        const made = [];
        for (const one of prepared) made.push(await agents.insertIn(tx, { userId, workspaceId: created.id }, one));
        const settled = made[0] ? await workspaces.setDefaultAgentIn(tx, userId, created.id, made[0].id) : created;
        const answer = { workspace: settled, agents: made };
        if (request) await idempotency.store(tx, request, 201, answer);
        return { answer, replayed: false };
      });
    },
  };
}

export type Onboarding = ReturnType<typeof createOnboarding>;
