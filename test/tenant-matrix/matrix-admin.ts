import { apiKey } from '../harness/gateway.ts';
import { type Row, withApiKey } from './row.ts';
import { expectStatus, type World } from './world.ts';

async function created({ gateway }: World, path: string, body: object): Promise<{ path: { id: string } }> {
  const answer = gateway.call<{ id: string }>('POST', path, { body, headers: { 'x-api-key': apiKey } });
  return { path: { id: (await expectStatus(answer, 201)).id } };
}

const newKey = { name: 'reports', scopes: ['diagnostics'] };

export const adminRows: Row[] = [
  withApiKey('createApiKey', 201, () => ({ body: newKey })),
  withApiKey('listApiKeys', 200),
  withApiKey('deleteApiKey', 204, (world) => created(world, '/admin/api-keys', newKey)),
  withApiKey('createServiceAccount', 201, () => ({ body: { name: 'docs' } })),
  withApiKey('listServiceAccounts', 200),
  withApiKey('deleteServiceAccount', 204, (world) => created(world, '/admin/service-accounts', { name: 'docs' })),
];
