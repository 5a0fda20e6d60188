import { call } from '../client.ts';
import type { Written } from '../journal.ts';
import { anyNode, anyTenant, type Loader } from './loader.ts';

/** A workspace may have at most 100 webhooks. */
const mostWebhooks = 150;

/** Creates something with one request, which is not repeated if it is not acknowledged. */
export async function write(loader: Loader): Promise<void> {
  const { world, random } = loader;
  const { journal } = world;
  const tenant = anyTenant(loader);
  const webhooks = journal.written.filter(({ kind }) => kind === 'webhook').length;
  const kind = random.pick<Written['kind']>(
    webhooks < mostWebhooks ? ['agent', 'webhook', 'note', 'note'] : ['agent', 'note'],
  );
  const text = `${tenant.canary} ${kind} ${journal.newNumber()}.`;
  const written: Written = { kind, tenant: tenant.name, text };
  journal.written.push(written);
  const [path, body] = {
    agent: ['/agents', { name: text }] as const,
    // An event type that does not occur here.
    webhook: ['/webhooks', { url: 'http://127.0.0.1:9/', events: ['swarm.finished'], description: text }] as const,
    note: ['/memory/notes', { content: text }] as const,
  }[kind];
  const reply = await call(anyNode(loader), 'POST', path, { token: tenant.token, body }, journal);
  if (reply?.status === 201) written.id = String(reply.body.id);
  else if (reply && reply.status !== 503)
    journal.violations.push({
      oracle: 'acknowledged',
      what: `POST ${path} was answered ${reply.status} ${reply.text}`,
    });
}
