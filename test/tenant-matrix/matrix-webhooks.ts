import { actingAs } from '../harness/people.ts';
import type { Scope } from './canaries.ts';
import { inWorkspace, ofMemberAndManagers, type Request, type Row, signedIn } from './row.ts';
import { expectStatus, type Seed, type Tenant, type World } from './world.ts';

/** An address without a listener: a delivery is tried once, and again long after these tests. */
const deadAddress = 'http://127.0.0.1:1';

/** Who may see a tenant's webhooks: those that its owner made belong to the managers, not to plain members. */
const scopesOf = (tenant: Tenant['name']): [Scope, ...Scope[]] => (tenant === 'acme' ? ['owner', 'admin'] : [tenant]);

function webhookBody({ canaries }: World, tenant: Tenant['name']) {
  const [scope, ...others] = scopesOf(tenant);
  const text = (label: string) => canaries.plant(scope, `webhook ${label}`, ...others);
  return {
    url: `${deadAddress}/${text('address')}`,
    events: ['memory.propagated'],
    description: text('description'),
    secret: text('secret'),
  };
}

type Test = { deliveryId: string };
type Records = { data: { id: string; deliveryId: string }[] };

export const seedWebhooks: Seed = async (world, { name, as }) => {
  const { id } = await expectStatus(as<{ id: string }>('POST', '/webhooks', webhookBody(world, name)), 201);
  world.canaries.mark(id, 'webhook id', ...scopesOf(name));
  const { deliveryId } = await expectStatus(as<Test>('POST', `/webhooks/${id}/test`), 200);
  world.canaries.mark(deliveryId, 'delivery id', ...scopesOf(name));
};

/** A workspace has at most 100: the oldest temporary ones are deleted. */
async function newWebhook(
  { acme, canaries, gateway, people, unique }: World,
  maker?: 'member',
): Promise<{ id: string }> {
  const { data } = await expectStatus(
    acme.as<{ data: { id: string; description: string | null }[] }>('GET', '/webhooks?limit=200'),
    200,
  );
  for (const { id } of data.filter(({ description }) => /^u\d+x$/.test(description ?? '')).slice(40))
    await acme.as('DELETE', `/webhooks/${id}`);
  const body = { url: deadAddress, events: ['memory.propagated'], description: unique() };
  const as = maker ? actingAs(gateway, people[maker], acme.workspaceId) : acme.as;
  const { id } = await expectStatus(as<{ id: string }>('POST', '/webhooks', body), 201);
  if (maker) canaries.mark(id, 'webhook of the member', maker, 'owner', 'admin');
  return { id };
}

/** All attempts have failed: the delivery does not change any more. */
async function deadDelivery(world: World, maker?: 'member'): Promise<{ id: string; webhookId: string }> {
  const { id: webhookId } = await newWebhook(world, maker);
  const { deliveryId: id } = await expectStatus(world.acme.as<Test>('POST', `/webhooks/${webhookId}/test`), 200);
  await world.gateway.gateway.database.run("UPDATE deliveries SET cause = 'event' WHERE id = $1", [id]);
  return { id, webhookId };
}

async function record(world: World, maker?: 'member'): Promise<{ id: string }> {
  const { id: deliveryId } = await deadDelivery(world, maker);
  const { data } = await expectStatus(world.acme.as<Records>('GET', '/webhook-inspector'), 200);
  const id = data.find((found) => found.deliveryId === deliveryId)?.id;
  if (!id) throw new Error('There is no record of the test.');
  return { id };
}

/**
 * Members may use their own webhooks, not a colleague's; for them the owner's does not exist. Owners and admins may use
 * all.
 */
const ofMakers = (
  operationId: string,
  status: number,
  request: (world: World, maker?: 'member') => Promise<Request>,
  more: Pick<Row, 'once' | 'endless'> = {},
): Row[] => [
  inWorkspace(operationId, { members: 404, managers: status, fromHome: 404 }, (world) => request(world), {
    ...more,
    name: 'of the owner’s',
  }),
  ofMemberAndManagers(operationId, status, 404, (world) => request(world, 'member'), {
    ...more,
    name: 'of the member’s',
  }),
];
const ofWebhook = (
  operationId: string,
  status: number,
  more: object = {},
  row: Pick<Row, 'once' | 'endless'> = {},
): Row[] =>
  ofMakers(operationId, status, async (world, maker) => ({ path: await newWebhook(world, maker), ...more }), row);

export const webhookRows: Row[] = [
  inWorkspace('listWebhooks', { members: 200, fromHome: 200 }),
  inWorkspace('createWebhook', { members: 201, fromHome: 201 }, ({ unique }) => ({
    body: { url: deadAddress, events: ['memory.propagated'], description: unique(), secret: 'known', enabled: false },
  })),
  ...ofWebhook('getWebhook', 200),
  ...ofWebhook('updateWebhook', 200, { body: { description: 'u0x' } }),
  ...ofWebhook('deleteWebhook', 204),
  ...ofWebhook('rotateWebhookSecret', 200, {}, { once: true }),
  ...ofWebhook('testWebhook', 200, {}, { once: true }),
  ...ofWebhook('listDeliveries', 200),
  ...ofWebhook('listenToWebhook', 200, {}, { endless: true }),

  inWorkspace('getWebhookTestMode', { members: 200, fromHome: 200 }),
  inWorkspace('listInterceptedDispatches', { members: 200, fromHome: 200 }),
  inWorkspace('clearInterceptedDispatches', { members: 204, fromHome: 204 }),
  inWorkspace('enableWebhookTestMode', { members: 200, fromHome: 200 }),
  inWorkspace('disableWebhookTestMode', { members: 200, fromHome: 200 }),
  inWorkspace('listDeadLetters', { members: 200, fromHome: 200 }),
  inWorkspace('replayDeadLetters', { members: 200, fromHome: 200 }, () => ({ body: { dryRun: true } }), {
    name: 'of everything',
  }),
  ...ofMakers('replayDeadLetters', 200, async (world, maker) => ({
    body: { webhookId: (await deadDelivery(world, maker)).webhookId, dryRun: true },
  })),
  ...ofMakers('redeliver', 202, async (world, maker) => ({ path: { id: (await deadDelivery(world, maker)).id } }), {
    once: true,
  }),
  inWorkspace('listDispatchRecords', { members: 200, fromHome: 200 }),
  ...ofMakers('getDispatchRecord', 200, async (world, maker) => ({ path: await record(world, maker) })),

  signedIn('listApiChanges', 200),
  signedIn('streamApiChanges', 200, () => ({}), { endless: true }),
];
