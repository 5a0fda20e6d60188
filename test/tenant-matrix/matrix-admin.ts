import { randomUUID } from 'node:crypto';
import { apiKey } from '../harness/gateway.ts';
import { quickPerson } from '../harness/people.ts';
import { type Row, withApiKey } from './row.ts';
import { expectStatus, type World } from './world.ts';

async function created({ gateway }: World, path: string, body: object): Promise<{ path: { id: string } }> {
  const answer = gateway.call<{ id: string }>('POST', path, { body, headers: { 'x-api-key': apiKey } });
  return { path: { id: (await expectStatus(answer, 201)).id } };
}

/** A person created for one call. */
async function somebody({ gateway }: World): Promise<{ path: { uid: string } }> {
  return { path: { uid: (await quickPerson(gateway)).id } };
}
async function somewhere({ gateway }: World): Promise<{ path: { id: string } }> {
  return { path: { id: (await quickPerson(gateway)).workspaceId } };
}

const newKey = { name: 'reports', scopes: ['diagnostics'] };

export const adminRows: Row[] = [
  withApiKey('createApiKey', 201, () => ({ body: newKey })),
  withApiKey('listApiKeys', 200),
  withApiKey('deleteApiKey', 204, (world) => created(world, '/admin/api-keys', newKey)),
  withApiKey('createServiceAccount', 201, () => ({ body: { name: 'docs' } })),
  withApiKey('listServiceAccounts', 200),
  withApiKey('listUsers', 200, () => ({ query: { q: 'nobody-at-all' } })),
  withApiKey('createUser', 201, () => ({
    body: { email: `made-${randomUUID()}@example.com`, password: 'correct horse battery' },
  })),
  withApiKey('getUser', 200, somebody),
  withApiKey('disableUser', 200, somebody),
  withApiKey('eraseUser', 204, somebody),
  withApiKey('removeUserSecondFactor', 204, somebody),
  withApiKey('enableUser', 200, somebody),
  withApiKey('listAllWorkspaces', 200, () => ({ query: { q: 'nothing-at-all' } })),
  withApiKey('disableWorkspace', 200, somewhere),
  withApiKey('enableWorkspace', 200, somewhere),
  withApiKey('deleteServiceAccount', 204, (world) => created(world, '/admin/service-accounts', { name: 'docs' })),
];
