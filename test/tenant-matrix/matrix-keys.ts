import { newTestKey, type TestKey } from '../harness/keys.ts';
import { actingAs } from '../harness/people.ts';
import { inWorkspace, ofMember, ofWorkspace, type Row } from './row.ts';
import type { Seed, World } from './world.ts';

export const seedKeys: Seed = async ({ gateway, canaries }, { name, as }) => {
  const { id, prefix } = await newTestKey(gateway, as, { name: canaries.plant(name, 'key name') });
  canaries.mark(id, 'key id', name);
  canaries.mark(prefix, 'key prefix', name);
};

export const keyOfMember = ({ gateway, people, acme, unique }: World, limits: object = {}): Promise<TestKey> =>
  newTestKey(gateway, actingAs(gateway, people.member, acme.workspaceId), { name: unique(), ...limits });

const kept = new WeakMap<World, Promise<TestKey>>();
/** The same key each time, for requests that do not change it. */
async function oneOfMember(world: World): Promise<string> {
  const made = kept.get(world) ?? keyOfMember(world);
  kept.set(world, made);
  return (await made).id;
}

export const keyRows: Row[] = [
  inWorkspace('createKey', { members: 201, fromHome: 201 }, ({ unique }) => ({ body: { name: unique() } })),
  inWorkspace('listKeys', { members: 200, fromHome: 200 }),
  ofMember('getKey', 200, async (world) => ({ path: { id: await oneOfMember(world) } })),
  ofMember('updateKey', 200, async (world) => ({
    path: { id: await oneOfMember(world) },
    body: { requestsPerMinute: 600 },
  })),
  ofMember('revokeKey', 204, async (world) => ({ path: { id: (await keyOfMember(world)).id } })),
  ofWorkspace('listWorkspaceKeys', { owner: 200, member: 403 }),
  ofWorkspace('revokeWorkspaceKey', { owner: 204, member: 403 }, async (world) => ({
    path: { keyId: (await keyOfMember(world)).id },
  })),
];
