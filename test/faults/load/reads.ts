import { call, type Reply } from '../client.ts';
import type { Tenant } from '../tenants.ts';
import type { World } from '../world.ts';
import { anyNode, anyTenant, type Loader } from './loader.ts';

export const lists = [
  '/sessions',
  '/jobs',
  '/agents',
  '/webhooks',
  '/memory/notes',
  '/webhook-inspector',
  '/cron',
  '/heartbeat',
  '/costs',
  '/traces',
  '/agent/presence',
  '/memory/search?q=canary',
  '/sessions/search/messages?q=Echo',
];

/** The tenants whose data a client was shown without permission. */
export const seenOf = ({ tenants, spender, flooder }: World, { name }: Tenant, reply: Reply | undefined): string[] =>
  [...tenants, spender, flooder]
    .filter((other) => other.name !== name && reply?.text.includes(other.canary))
    .map((other) => other.name);

/** Reads lists, and ids of other tenants. Nothing of other tenants may be seen. */
export async function read(loader: Loader): Promise<void> {
  const { world, random } = loader;
  const { journal, tenants } = world;
  const tenant = anyTenant(loader);
  const others = [...tenants, world.spender, world.flooder].filter(({ name }) => name !== tenant.name);
  const look = async (path: string) => {
    const reply = await call(anyNode(loader), 'GET', path, { token: tenant.token }, journal);
    for (const name of seenOf(world, tenant, reply))
      journal.violations.push({ oracle: 'tenants', what: `${tenant.name} saw ${name}’s data at GET ${path}` });
    return reply;
  };
  if (random.chance(0.5)) return void (await look(random.pick(lists)));
  const theirs = journal.said.filter(({ runId, tenant: name }) => runId && name !== tenant.name).slice(-20);
  const target = theirs.length > 0 ? random.pick(theirs) : undefined;
  const other = random.pick(others);
  const paths = [
    `/agents/${other.agentId}`,
    ...(other.webhookIds[0] ? [`/webhooks/${other.webhookIds[0]}/deliveries`] : []),
    ...(target?.sessionId ? [`/sessions/${target.sessionId}`, `/jobs/${target.runId}`, `/traces/${target.runId}`] : []),
  ];
  const path = random.pick(paths);
  const reply = await look(path);
  if (reply && reply.status < 400)
    journal.violations.push({ oracle: 'tenants', what: `${tenant.name} was given ${path}, which is another’s` });
}
