import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../client.ts';
import type { Said } from '../journal.ts';
import { anyNode, anySurface, anyTenant, echoOf, type Loader, newText } from './loader.ts';

/**
 * One turn over HTTP. Most clients send an idempotency key and repeat the request, on any node, until they get an
 * answer.
 */
export async function chat(loader: Loader): Promise<void> {
  const { world, random, giveUpAt } = loader;
  const { journal } = world;
  const tenant = anyTenant(loader);
  const text = newText(loader, tenant);
  const said: Said = { text, tenant: tenant.name, door: 'chat', sentAt: Date.now() };
  journal.said.push(said);
  const asksAgain = random.chance(0.7);
  const body = { agentId: tenant.agentId, message: text, surface: anySurface(loader) };
  const headers: Record<string, string> = asksAgain ? { 'idempotency-key': `key of ${text}` } : {};
  do {
    const reply = await call(anyNode(loader), 'POST', '/agent/chat', { token: tenant.token, body, headers }, journal);
    if (reply?.status === 200) {
      const { runId, sessionId, content } = reply.body as Record<string, string>;
      Object.assign(said, { told: 'completed', runId, sessionId, content, answeredAt: Date.now() });
      if (content !== echoOf(text))
        journal.violations.push({ oracle: 'tenants', what: `"${text}" was answered "${content}"` });
      return;
    }
    // A failed turn names its run; 409 names the run that is still under way.
    if (reply && reply.status >= 500 && typeof reply.body.runId === 'string' && reply.body.sessionId) {
      Object.assign(said, { told: 'failed', runId: reply.body.runId, answeredAt: Date.now() });
      return;
    }
    if (reply && ![409, 429, 500, 502, 503, 504].includes(reply.status))
      journal.violations.push({ oracle: 'acknowledged', what: `a turn was answered ${reply.status} ${reply.text}` });
    if (reply?.status === 500)
      journal.violations.push({ oracle: 'process', what: `a turn was answered 500 ${reply.text}` });
    await sleep(random.integer(50, 250));
  } while (asksAgain && Date.now() < giveUpAt());
}
