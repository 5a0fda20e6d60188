import { newId } from '../../src/kernel/ids.ts';
import { quickPerson } from '../harness/people.ts';
import { sha256Hex } from '../harness/tokens.ts';
import { ofWorkspace, type Row, signedIn } from './row.ts';
import { expectStatus, type Seed, type World } from './world.ts';

const managers = (status: number) => ({ owner: status, admin: status, member: 403 });
const body = ({ unique }: World, role = 'member') => ({ email: `${unique()}@example.com`, role });

/** Somebody new, and the token that the mail of their invitation would hold: to a workspace of none of the tenants. */
async function invited({ gateway }: World) {
  const [host, person] = [await quickPerson(gateway, 'host'), await quickPerson(gateway)];
  const token = newId('inv', Date.now());
  await gateway.gateway.database.run(
    `INSERT INTO invitations (id, digest, workspace_id, email, role, invited_by, expires_at, created_at)
     VALUES ($1, $2, $3, $4, 'member', $5, $6, $6)`,
    [token, sha256Hex(token), host.workspaceId, person.email, host.id, Date.now() + 3_600_000],
  );
  return { token: person.accessToken, body: { token } };
}

export const seedInvitations: Seed = async ({ canaries }, { name, workspaceId, as }) => {
  const email = `${canaries.plant(name, 'invited address')}@example.com`;
  await expectStatus(as('POST', `/workspaces/${workspaceId}/invitations`, { email }), 201);
};

export const invitationRows: Row[] = [
  ofWorkspace('createInvitation', managers(201), (world) => ({ body: body(world) })),
  ofWorkspace(
    'createInvitation',
    { owner: 201, admin: 403, member: 403 },
    (world) => ({ body: body(world, 'owner') }),
    { name: 'as an owner' },
  ),
  ofWorkspace('listInvitations', managers(200)),
  ofWorkspace('withdrawInvitation', managers(204), async (world) => {
    const { workspaceId, as } = world.acme;
    const made = as<{ id: string }>('POST', `/workspaces/${workspaceId}/invitations`, body(world));
    return { path: { invitationId: (await expectStatus(made, 201)).id } };
  }),
  signedIn('acceptInvitation', 200, (world, principal) =>
    principal === 'anonymous' ? { body: { token: 'none' } } : invited(world),
  ),
  // The invitation is for another address, so every principal is refused.
  signedIn('acceptInvitation', 403, async (world) => ({ body: (await invited(world)).body }), {
    name: 'of another address',
  }),
];
