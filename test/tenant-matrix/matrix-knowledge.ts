import { inWorkspace, type Row } from './row.ts';
import { expectStatus, type Seed, type World } from './world.ts';

type Named = { id: string };

/** The documents of a workspace; only its members may see them. */
export const seedKnowledge: Seed = async ({ canaries }, { name, as }) => {
  const body = {
    name: canaries.plant(name, 'collection'),
    description: canaries.plant(name, 'collection description'),
  };
  const { id } = await expectStatus(as<Named>('POST', '/knowledge', body), 201);
  canaries.mark(id, 'collection id', name);
  const text = `# ${canaries.plant(name, 'heading')}\n\nWe keep ${canaries.plant(name, 'document')} here.`;
  const document = {
    text,
    title: canaries.plant(name, 'document title'),
    metadata: { a: canaries.plant(name, 'metadata') },
  };
  canaries.mark(
    (await expectStatus(as<Named>('POST', `/knowledge/${id}/documents`, document), 202)).id,
    'document id',
    name,
  );
};

/** Without documents. A workspace has at most 100: the oldest temporary ones are deleted. */
async function collectionIn({ acme, unique }: World): Promise<string> {
  const { data } = await expectStatus(
    acme.as<{ data: (Named & { name: string })[] }>('GET', '/knowledge?limit=200'),
    200,
  );
  for (const { id } of data.filter(({ name }) => /^u\d+x$/.test(name)).slice(40))
    await acme.as('DELETE', `/knowledge/${id}`);
  return (await expectStatus(acme.as<Named>('POST', '/knowledge', { name: unique() }), 201)).id;
}

/** One collection for all documents: their rows are deleted in the background, and a collection's only with them. */
const shelves = new WeakMap<World, Promise<string>>();
function shelfIn(world: World): Promise<string> {
  const shelf =
    shelves.get(world) ??
    expectStatus(world.acme.as<Named>('POST', '/knowledge', { name: 'Shelf' }), 201).then(({ id }) => id);
  shelves.set(world, shelf);
  return shelf;
}

async function documentIn(world: World): Promise<{ id: string; documentId: string }> {
  const { acme, unique } = world;
  const id = await shelfIn(world);
  const added = acme.as<Named>('POST', `/knowledge/${id}/documents`, { text: `Once ${unique()}` });
  return { id, documentId: (await expectStatus(added, 202)).id };
}

async function readDocument(world: World): Promise<{ id: string; documentId: string }> {
  const path = await documentIn(world);
  for (const deadline = Date.now() + 40_000; Date.now() < deadline; ) {
    const answer = await world.acme.as<{ status: string }>('GET', `/knowledge/${path.id}/documents/${path.documentId}`);
    if (answer.body.status === 'ready') return path;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('The document was not read.');
}

const everyone = { members: 200, fromHome: 404 };

export const knowledgeRows: Row[] = [
  inWorkspace('listCollections', { members: 200, fromHome: 200 }),
  inWorkspace('createCollection', { members: 201, fromHome: 201 }, ({ unique }) => ({ body: { name: unique() } })),
  inWorkspace('getCollection', everyone, async (world) => ({ path: { id: await collectionIn(world) } })),
  inWorkspace('updateCollection', everyone, async (world) => ({
    path: { id: await collectionIn(world) },
    body: { description: 'Otherwise' },
  })),
  inWorkspace('deleteCollection', { members: 204, fromHome: 404 }, async (world) => ({
    path: { id: await collectionIn(world) },
  })),
  inWorkspace('listDocuments', everyone, async (world) => ({ path: { id: await collectionIn(world) } })),
  inWorkspace('addDocument', { members: 202, fromHome: 404 }, async (world) => ({
    path: { id: await shelfIn(world) },
    body: { text: `Read ${world.unique()}` },
  })),
  inWorkspace('getDocument', everyone, async (world) => ({ path: await documentIn(world) })),
  inWorkspace('getDocumentText', everyone, async (world) => ({ path: await readDocument(world) })),
  inWorkspace('replaceDocument', { members: 202, fromHome: 404 }, async (world) => ({
    path: await documentIn(world),
    body: { text: `Instead ${world.unique()}` },
  })),
  inWorkspace('deleteDocument', { members: 204, fromHome: 404 }, async (world) => ({ path: await documentIn(world) })),
  inWorkspace('searchCollection', everyone, async (world) => ({
    path: { id: await collectionIn(world) },
    query: { q: 'keep' },
  })),
];
