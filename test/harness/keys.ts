import type { CreatedKey } from '../../src/features/keys/keys.schema.ts';
import type { TestGateway } from './gateway.ts';
import { type Act, actingAs } from './people.ts';

export type TestKey = CreatedKey & { act: Act };

/** A personal key, and requests with it instead of an access token. */
export async function newTestKey(gateway: Pick<TestGateway, 'call'>, act: Act, limits: object = {}): Promise<TestKey> {
  const { status, body, text } = await act<CreatedKey>('POST', '/auth/keys', { name: 'A key', ...limits });
  if (status !== 201) throw new Error(`The key was refused with ${status}: ${text}`);
  return { ...body, act: actingAs(gateway, { accessToken: body.key }) };
}
