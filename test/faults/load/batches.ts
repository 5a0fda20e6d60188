import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../client.ts';
import type { Said } from '../journal.ts';
import { apiKey } from '../tenants.ts';
import { anyNode, anyTenant, type Loader, newText } from './loader.ts';

/** Deferred work for an agent; the client repeats the request until it is acknowledged. */
export async function batch(loader: Loader): Promise<void> {
  const { world, random, giveUpAt } = loader;
  const { journal } = world;
  const tenant = anyTenant(loader);
  const text = newText(loader, tenant);
  const said: Said = { text, tenant: tenant.name, door: 'batch', sentAt: Date.now() };
  journal.said.push(said);
  const body = { agentId: tenant.agentId, userIds: [tenant.userId], message: text };
  const headers = { 'x-api-key': apiKey, 'idempotency-key': `key of ${text}` };
  do {
    const reply = await call(anyNode(loader), 'POST', '/autonomous/batch', { body, headers }, journal);
    if (reply?.status === 202) {
      const [run] = reply.body.runs as { runId?: string; error?: { code: string } }[];
      // More than 32 runs wait already: a refusal is an answer too.
      if (run?.runId) Object.assign(said, { told: 'accepted', runId: run.runId, takenAt: Date.now() });
      return;
    }
    await sleep(random.integer(50, 250));
  } while (Date.now() < giveUpAt());
}
