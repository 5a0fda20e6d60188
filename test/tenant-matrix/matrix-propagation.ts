import { newId } from '../../src/kernel/ids.ts';
import { actingAs } from '../harness/people.ts';
import { inWorkspace, ofMember, type Row } from './row.ts';
import { expectStatus, type World } from './world.ts';

/**
 * Rows of the member as a promotion leaves them. A real promotion would publish events, whose deliveries are written at
 * unpredictable times.
 */
async function promoted({ gateway, people, acme, unique }: World): Promise<{ id: string }> {
  const as = actingAs(gateway, people.member, acme.workspaceId);
  const keep = async (path: string) =>
    (await expectStatus(as<{ id: string }>('POST', path, { content: `I like ${unique()}.` }), 201)).id;
  const id = newId('prp', Date.now());
  await gateway.gateway.database.run(
    `INSERT INTO memory_propagations (id, workspace_id, user_id, entry_id, target_id, from_tier, to_tier, reason, undo, created_at)
     VALUES ($1, $2, $3, $4, $5, 'daily', 'strategic', 'needed', '{"superseded":[]}', $6)`,
    [id, acme.workspaceId, people.member.id, await keep('/memory/daily'), await keep('/memory/notes'), Date.now()],
  );
  return { id };
}

export const propagationRows: Row[] = [
  inWorkspace('propagateMemory', { members: 200, fromHome: 200 }, () => ({ body: { dryRun: true } })),
  inWorkspace('listPropagations', { members: 200, fromHome: 200 }),
  ofMember('revertPropagation', 200, async (world) => ({ path: await promoted(world) }), { once: true }),
];
