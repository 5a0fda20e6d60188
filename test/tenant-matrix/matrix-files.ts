import { actingAs } from '../harness/people.ts';
import { inWorkspace, ofMember, type Row } from './row.ts';
import { expectStatus, type Seed, type World } from './world.ts';

type Uploader = 'owner' | 'member' | 'colleague' | 'other' | 'grantee';

/** A file of one person; nobody else may see it, not even in the same workspace. */
async function uploaded({ canaries, gateway, people }: World, who: Uploader, workspaceId: string): Promise<string> {
  const name = canaries.plant(who, 'file name');
  const answer = actingAs(gateway, people[who], workspaceId)<{ id: string; sha256: string }>(
    'POST',
    `/files?name=${name}.txt`,
    `Read ${canaries.plant(who, 'file content')}`,
    { 'content-type': 'text/plain' },
  );
  const { id, sha256 } = await expectStatus(answer, 201);
  canaries.mark(id, 'file id', who);
  canaries.mark(sha256, 'file digest', who);
  return id;
}

const ownerOf = { acme: 'owner', globex: 'other', initech: 'grantee' } as const;

export const seedFiles: Seed = async (world, { name, workspaceId }) => {
  await uploaded(world, ownerOf[name], workspaceId);
  if (name === 'acme') for (const who of ['member', 'colleague'] as const) await uploaded(world, who, workspaceId);
};

const ofTheMember = async (world: World) => ({
  path: { id: await uploaded(world, 'member', world.acme.workspaceId) },
});

export const fileRows: Row[] = [
  inWorkspace(
    'uploadFile',
    { members: 201, fromHome: 201 },
    () => ({ query: { name: 'notes.txt' }, rawBody: 'Remember the milk', headers: { 'content-type': 'text/plain' } }),
    { takesAnyBody: true },
  ),
  inWorkspace('listFiles', { members: 200, fromHome: 200 }),
  ofMember('getFile', 200, ofTheMember),
  ofMember('downloadFile', 200, ofTheMember),
  ofMember('deleteFile', 204, ofTheMember),
];
