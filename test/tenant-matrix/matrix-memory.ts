import { actingAs } from '../harness/people.ts';
import { inWorkspace, ofMember, type Principal, type Row } from './row.ts';
import { expectStatus, type Seed, type World } from './world.ts';

type Who = Exclude<Principal, 'anonymous'>;
type Kept = { id: string; index: number; date: string };

const ownerOf = { acme: 'owner', globex: 'other', initech: 'grantee' } as const;

/** The memory of one person; nobody else may read it, not even in the same workspace. */
async function remember(world: World, who: Who, workspaceId: string): Promise<void> {
  const { canaries, gateway, people } = world;
  const as = actingAs(gateway, people[who], workspaceId);
  const text = (label: string) => canaries.plant(who, `memory: ${label}`);
  for (const [path, label] of [
    ['/memory/daily', 'of a day'],
    ['/memory/notes', 'a note'],
  ] as const) {
    const { id } = await expectStatus(as<Kept>('POST', path, { content: `Remember ${text(label)}` }), 201);
    canaries.mark(id, 'memory id', who);
  }
  const fields = { [text('name of a field')]: `Remember ${text('a field')}` };
  await expectStatus(as('PUT', '/memory/profile', { fields }), 200);
}

export const seedMemory: Seed = async (world, { name, workspaceId, as }) => {
  await remember(world, ownerOf[name], workspaceId);
  if (name === 'acme') for (const who of ['member', 'colleague'] as const) await remember(world, who, workspaceId);
  const body = { name: world.canaries.plant(name, 'memory profile') };
  const { id } = await expectStatus(as<{ id: string }>('POST', '/memory-profiles', body), 201);
  world.canaries.mark(id, 'memory profile id', name);
};

const kept = ({ acme, gateway, people, unique }: World, path: string): Promise<Kept> =>
  expectStatus(
    actingAs(gateway, people.member, acme.workspaceId)<Kept>('POST', path, { content: `Once ${unique()}` }),
    201,
  );

/** With an unused number: only the member can have an entry with it. */
async function keptLater(world: World, path: string): Promise<Kept> {
  for (;;) {
    const entry = await kept(world, path);
    if (entry.index > 5) return entry;
  }
}

/** A workspace has at most 100: the oldest temporary ones are deleted. */
async function newProfile({ acme, unique }: World): Promise<{ id: string }> {
  const { data } = await expectStatus(
    acme.as<{ data: { id: string; name: string }[] }>('GET', '/memory-profiles?limit=200'),
    200,
  );
  for (const { id } of data.filter(({ name }) => /^u\d+x$/.test(name)).slice(40))
    await acme.as('DELETE', `/memory-profiles/${id}`);
  return { id: (await expectStatus(acme.as<{ id: string }>('POST', '/memory-profiles', { name: unique() }), 201)).id };
}

const ofProfile = (operationId: string, status: number, more: object = {}): Row =>
  inWorkspace(operationId, { members: status, fromHome: 404 }, async (world) => ({
    path: await newProfile(world),
    ...more,
  }));
const everyone = { members: 200, fromHome: 200 };
const onlyMember = { members: 204, colleagues: 404, managers: 404, fromHome: 404 };

export const memoryRows: Row[] = [
  inWorkspace('searchMemory', everyone, () => ({ query: { q: 'remember' } })),
  inWorkspace('getMemoryOfUser', everyone),
  inWorkspace('updateMemoryOfUser', everyone, () => ({ body: { fields: { coffee: 'black' } } })),
  inWorkspace('listMemoryDays', everyone),
  inWorkspace('getMemoryDay', everyone, () => ({ path: { date: new Date().toISOString().slice(0, 10) } })),
  inWorkspace('listNotes', everyone),
  inWorkspace('listMemoryEntries', everyone, () => ({ query: { tier: 'strategic' } })),
  inWorkspace('exportMemory', everyone),
  ofMember('getMemoryEntry', 200, async (world) => ({ path: { id: (await kept(world, '/memory/notes')).id } })),
  ofMember('updateMemoryEntry', 200, async (world) => ({
    path: { id: (await kept(world, '/memory/notes')).id },
    body: { content: 'Otherwise' },
  })),
  ofMember('deleteMemoryEntry', 204, async (world) => ({ path: { id: (await kept(world, '/memory/notes')).id } })),
  inWorkspace('deleteMemoryOfDay', onlyMember, async (world) => {
    const { date, index } = await keptLater(world, '/memory/daily');
    return { path: { date, entryIndex: String(index) } };
  }),
  inWorkspace('deleteNote', onlyMember, async (world) => ({
    path: { index: String((await keptLater(world, '/memory/notes')).index) },
  })),
  inWorkspace('addMemoryOfToday', { members: 201, fromHome: 201 }, ({ unique }) => ({
    body: { content: `Today ${unique()}` },
  })),
  inWorkspace('createNote', { members: 201, fromHome: 201 }, ({ unique }) => ({
    body: { content: `For good ${unique()}` },
  })),
  inWorkspace('eraseMemory', { members: 204, fromHome: 204 }),

  inWorkspace('listMemoryProfiles', everyone),
  inWorkspace('createMemoryProfile', { members: 201, fromHome: 201 }, ({ unique }) => ({ body: { name: unique() } })),
  ofProfile('getMemoryProfile', 200),
  ofProfile('updateMemoryProfile', 200, { body: { recallLimit: 3 } }),
  ofProfile('deleteMemoryProfile', 204),
  inWorkspace(
    'createAgent',
    { members: 201, fromHome: 400 },
    async (world) => ({ body: { name: world.unique(), memoryProfileId: (await newProfile(world)).id } }),
    { name: 'with a memory profile' },
  ),
];
