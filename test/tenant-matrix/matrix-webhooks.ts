import { newId } from '../../src/kernel/ids.ts';
import type { Scope } from './canaries.ts';
import { inWorkspace, type Row } from './row.ts';
import { expectStatus, type Seed, type Tenant, type World } from './world.ts';

/** Nothing listens there, and no turn fires this event: what is sent is sent by the rows alone. */
const [deadAddress, quietEvent] = ['http://127.0.0.1:1', 'swarm.finished'];

/** A webhook with what was sent to it: a delivery of each kind and the record of a POST. */
async function newWebhook({ gateway, canaries }: World, { name, as, workspaceId }: Tenant) {
  const text = (label: string) => canaries.plant(name as Scope, `webhook ${label}`);
  const url = `${deadAddress}/${text('address')}`;
  const { id } = await expectStatus(
    as<{ id: string }>('POST', '/webhooks', {
      url,
      events: [quietEvent],
      description: text('description'),
      secret: text('secret'),
    }),
    201,
  );
  canaries.mark(id, 'webhook id', name);
  const { database } = gateway.gateway;
  const deliveries: Record<string, string> = {};
  for (const status of ['dead', 'intercepted']) {
    const body = { event: quietEvent, timestamp: new Date().toISOString(), data: { text: text(`${status} payload`) } };
    const deliveryId = newId('dlv');
    deliveries[status] = deliveryId;
    await database.run(
      `INSERT INTO deliveries (id, workspace_id, webhook_id, event, body, status, cause, attempts, tries, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, 'event', 6, 6, $7)`,
      [deliveryId, workspaceId, id, quietEvent, JSON.stringify(body), status, Date.now()],
    );
    canaries.mark(deliveryId, `${status} delivery id`, name);
  }
  const recordId = newId('evt').replace('evt', 'att');
  await database.run(
    `INSERT INTO webhook_attempts (id, workspace_id, webhook_id, delivery_id, event, url, attempt, cause, status_code,
       response_body, latency_ms, created_at) VALUES ($1, $2, $3, $4, $5, $6, 1, 'event', 500, $7, 1, $8)`,
    [recordId, workspaceId, id, deliveries.dead ?? '', quietEvent, url, text('response'), Date.now()],
  );
  return { id, recordId, deadId: deliveries.dead ?? '' };
}

/** Acme's first, for what leaves it as it is: a workspace has at most 100. */
const firstOfAcme = new WeakMap<World, Awaited<ReturnType<typeof newWebhook>>>();

export const seedWebhooks: Seed = async (world, tenant) => {
  const webhook = await newWebhook(world, tenant);
  if (tenant.name === 'acme') firstOfAcme.set(world, webhook);
};

const fresh = (world: World) => newWebhook(world, world.acme);
const first = (world: World) => firstOfAcme.get(world) ?? { id: '', recordId: '', deadId: '' };
const ofAcme = { members: 200, fromHome: 404 };
const toFirst = (world: World) => ({ path: { id: first(world).id } });
const toFresh = async (world: World) => ({ path: { id: (await fresh(world)).id } });

export const webhookRows: Row[] = [
  inWorkspace('listWebhooks', { members: 200, fromHome: 200 }),
  inWorkspace('createWebhook', { members: 201, fromHome: 201 }, () => ({
    body: { url: deadAddress, events: [quietEvent] },
  })),
  inWorkspace('getWebhook', ofAcme, toFirst),
  inWorkspace('updateWebhook', ofAcme, async (world) => ({
    ...(await toFresh(world)),
    body: { description: 'Changed', enabled: false },
  })),
  inWorkspace('deleteWebhook', { members: 204, fromHome: 404 }, toFresh),
  inWorkspace('rotateWebhookSecret', ofAcme, toFresh),
  inWorkspace('testWebhook', ofAcme, toFirst),
  inWorkspace('listDeliveries', ofAcme, toFirst),
  inWorkspace('listDeadLetters', { members: 200, fromHome: 200 }),
  inWorkspace('replayDeadLetters', ofAcme, async (world) => ({ body: { webhookId: (await fresh(world)).id } })),
  inWorkspace('replayDeadLetters', { members: 200, fromHome: 200 }, () => ({ body: { dryRun: true } }), {
    name: 'of all webhooks',
  }),
  inWorkspace('redeliver', { members: 202, fromHome: 404 }, async (world) => ({
    path: { id: (await fresh(world)).deadId },
  })),
  inWorkspace('listDispatchRecords', { members: 200, fromHome: 200 }),
  inWorkspace('getDispatchRecord', ofAcme, (world) => ({ path: { id: first(world).recordId } })),
  inWorkspace('listInterceptedDispatches', { members: 200, fromHome: 200 }),
  inWorkspace('enableWebhookTestMode', { members: 200, fromHome: 200 }),
  inWorkspace('disableWebhookTestMode', { members: 200, fromHome: 200 }),
  inWorkspace('clearInterceptedDispatches', { members: 204, fromHome: 204 }),
];
