import { hmacOf, type NewChannel, newChannel } from '../harness/channels.ts';
import { inWorkspace, open, type Principal, type Row } from './row.ts';
import { expectStatus, type Seed, type Tenant, type World } from './world.ts';

/** An address without a listener. */
const deadAddress = 'http://127.0.0.1:1';

const signed = ({ hmac }: NewChannel, body: object) => ({
  [hmac.header]: `${hmac.prefix}${hmacOf(hmac.secret, JSON.stringify(body))}`,
});

export const seedChannels: Seed = async ({ gateway, canaries }, { name, as, agentId }) => {
  const plant = (label: string) => canaries.plant(name, `channel ${label}`);
  const channel = await newChannel(as, {
    name: plant('name'),
    agentId,
    hmac: { secret: plant('secret') },
  });
  canaries.mark(channel.id, 'channel id', name);
  const body = { message: plant('message'), from: plant('sender') };
  const said = await expectStatus(
    gateway.call<{ runId: string; sessionId: string }>('POST', `/channels/${channel.id}/inbound`, {
      body,
      headers: signed(channel, body),
    }),
    200,
  );
  canaries.mark(said.runId, 'run of a channel', name);
  canaries.mark(said.sessionId, 'session of a channel', name);
  await expectStatus(as('PUT', `/channels/${channel.id}`, { replyUrl: `${deadAddress}/${plant('address')}` }), 200);
};

/** A workspace has at most 100: the oldest temporary ones are deleted. */
async function shortLived({ as, agentId }: Tenant, name: string): Promise<NewChannel> {
  const { data } = await expectStatus(as<{ data: { id: string; name: string }[] }>('GET', '/channels?limit=200'), 200);
  for (const { id } of data.filter((channel) => /^u\d+x$/.test(channel.name)).slice(20))
    await as('DELETE', `/channels/${id}`);
  return newChannel(as, { name, agentId, hmac: { secret: 'a known secret' } });
}

const ofChannel = (operationId: string, status: number, more: object = {}): Row =>
  inWorkspace(operationId, { members: status, fromHome: 404 }, async ({ acme, unique }) => ({
    path: { id: (await shortLived(acme, unique())).id },
    ...more,
  }));

/** The tenant whose channel a principal without Acme's secret uses. */
const tenantOf = ({ acme, globex, initech }: World, principal: Principal): Tenant => {
  if (principal === 'grantee') return initech;
  return principal === 'other' || principal === 'removed' ? globex : acme;
};

export const channelRows: Row[] = [
  inWorkspace('listChannels', { members: 200, fromHome: 200 }),
  // Acme's agent that was granted to Initech.
  inWorkspace(
    'createChannel',
    { members: 201, fromHome: { removed: 403, other: 403, grantee: 201 } },
    ({ acme, unique }) => ({ body: { name: unique(), agentId: acme.agentId } }),
  ),
  inWorkspace(
    'createChannel',
    { members: 403, fromHome: { removed: 403, other: 201, grantee: 403 } },
    ({ globex, unique }) => ({ body: { name: unique(), agentId: globex.agentId } }),
    { name: 'for an agent of another tenant', once: true },
  ),
  ofChannel('getChannel', 200),
  ofChannel('updateChannel', 200, { body: { name: 'u0x' } }),
  inWorkspace(
    'updateChannel',
    { members: 403, fromHome: 404 },
    async ({ acme, globex, unique }) => ({
      path: { id: (await shortLived(acme, unique())).id },
      body: { agentId: globex.agentId },
    }),
    { name: 'to an agent of another tenant' },
  ),
  inWorkspace(
    'updateChannel',
    { members: 403, managers: 200, fromHome: 404 },
    async ({ acme, unique }) => ({
      path: { id: (await shortLived(acme, unique())).id },
      body: { replyUrl: deadAddress },
    }),
    { name: 'to answer elsewhere' },
  ),
  inWorkspace('acceptChannelVersion', { members: 403, managers: 200, fromHome: 404 }, async ({ acme, unique }) => ({
    path: { id: (await shortLived(acme, unique())).id },
    body: { version: 1 },
  })),
  ofChannel('deleteChannel', 204),
  open(
    'receiveMessage',
    401,
    async ({ acme, unique }) => ({
      path: { id: (await shortLived(acme, unique())).id },
      body: { message: 'Hello', from: unique() },
      headers: { 'x-signature': 'ab' },
    }),
    { name: 'without the secret' },
  ),
  open(
    'receiveMessage',
    200,
    async (world, principal) => {
      const channel = await shortLived(tenantOf(world, principal), world.unique());
      const body = { message: 'Hello', from: world.unique() };
      return { path: { id: channel.id }, body, headers: signed(channel, body) };
    },
    // Another body would need another signature.
    { once: true, shows: ({ acme, globex, initech }) => [acme, globex, initech].map(({ agentId }) => agentId) },
  ),
];
