import type { Clock } from '../../kernel/clock.ts';
import { createCountedQuota } from '../../kernel/counted-quota.ts';
import type { Log } from '../../kernel/log.ts';
import type { Quotas } from '../../kernel/quotas.ts';
import type { Database } from '../../platform/db/database.ts';
import type { WordScrub } from '../../platform/db/words/word-scrub.ts';
import type { PublishEvent } from '../../platform/events.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Recurring } from '../../platform/jobs/recurring.ts';
import type { AuditLog } from '../audit/index.ts';
import { createMemoryErasure } from './entries/erasure.store.ts';
import { createExportStore } from './entries/export.store.ts';
import { createMemoryExport } from './entries/export.ts';
import { createMemoryService } from './entries/memory.service.ts';
import { createMemoryStore } from './entries/memory.store.ts';
import { createProfileService } from './entries/profile.service.ts';
import { createRetentionStore } from './entries/retention.store.ts';
import { createRetention } from './entries/retention.ts';
import { createAgentPolicies } from './policies/agent-policies.ts';
import { createMemoryPolicyService } from './policies/memory-policies.service.ts';
import { createMemoryPolicyStore } from './policies/memory-policies.store.ts';
import { recallsBefore } from './recall/recall-counts.store.ts';
import type { Meaning } from './search/create-meaning.ts';

type Deps = {
  database: Database;
  jobs: Jobs;
  meaning: Meaning;
  recurring: Recurring;
  publish: PublishEvent;
  wordScrub: WordScrub;
  audit: AuditLog;
  findAgent(id: string): Promise<{ workspace_id: string; body: string } | undefined>;
  quotas: Quotas;
  clock: Clock;
  log: Log;
};

/** The memory of people, and the policies by which agents use it. */
export function createMemory(deps: Deps) {
  const { database, jobs, meaning, recurring, publish, wordScrub, audit, quotas, clock, log } = deps;
  const store = createMemoryStore({ database, publish, ...meaning });
  const { search } = meaning;
  const erasure = createMemoryErasure({ database, jobs });
  const roomForEntry = createCountedQuota(quotas, 'memoryEntries', store.countOf);
  const profile = createProfileService({ store, clock });
  const policyStore = createMemoryPolicyStore(database);
  const policies = createMemoryPolicyService({
    store: policyStore,
    audit,
    quotas,
    clock,
  });
  const forgetOld = createRetention({ store: createRetentionStore(database), policies: policyStore, clock });

  recurring.schedule('memory-retention', '40 3 * * *', async () => {
    log.info({ deleted: await forgetOld() }, 'memory past its retention deleted');
  });

  return {
    store,
    search,
    policies,
    policyOfAgent: createAgentPolicies({ findAgent: deps.findAgent, policyOf: policies.policyOf }),
    roomForEntry,
    recallsBefore: (time: number) => recallsBefore(database, time),
    /** Called before an account is erased. Deletes in portions: the cascade would delete all rows in one statement. */
    async eraseMost(userId: string, workspaces: readonly { id: string }[]): Promise<void> {
      for (const { id: workspaceId } of workspaces) await erasure.eraseMost({ workspaceId, userId });
    },
    eraseMostOfWorkspace: erasure.eraseMostOfWorkspace,
    /** What the routes of memory need. */
    routes: {
      memory: createMemoryService({ store, roomForEntry, erasure, search, wordScrub, audit, clock }),
      exportMemory: createMemoryExport({ store: createExportStore(database), profile, clock }),
      profile,
      policies,
    },
  };
}
