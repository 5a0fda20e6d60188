import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { actingAs, quickPerson } from '../../../test/harness/people.ts';
import { newKey } from './key-format.ts';

const rounds = 150;
const attempts = 4;
const middle = (times: number[]) => times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;

describe.each(engines)('a key on %s', (engine) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway(engine);
  });
  afterAll(() => gateway.stop());

  it('is named in the audit log by what was done with it, and by nothing else', async () => {
    const act = actingAs(gateway, await quickPerson(gateway));
    const { body } = await act<{ id: string; key: string }>('POST', '/auth/keys', { name: 'Mine' });
    const agents = [
      await actingAs(gateway, { accessToken: body.key })<{ id: string }>('POST', '/agents', { name: 'By a program' }),
      await act<{ id: string }>('POST', '/agents', { name: 'By hand' }),
    ];
    const named = await Promise.all(
      agents.map(async (made) => {
        await (made === agents[0] ? actingAs(gateway, { accessToken: body.key }) : act)(
          'PUT',
          `/agents/${made.body.id}`,
          {
            description: 'Changed',
          },
        );
        const sql = 'SELECT actor, detail FROM audit_log WHERE target = $1 ORDER BY seq DESC LIMIT 1';
        const row = await gateway.gateway.database.get<{ actor: string; detail: string }>(sql, [made.body.id]);
        return (JSON.parse(row?.detail ?? '{}') as { keyId?: string }).keyId;
      }),
    );
    expect(named).toEqual([body.id, undefined]);
  });

  it('that is refused takes as long whether it never was, was revoked or has expired', async () => {
    const person = await quickPerson(gateway);
    const act = actingAs(gateway, person);
    const made = async () => (await act<{ id: string; key: string }>('POST', '/auth/keys', { name: 'Mine' })).body;
    const [revoked, expired] = [await made(), await made()];
    await act('DELETE', `/auth/keys/${revoked.id}`);
    await gateway.gateway.database.run('UPDATE personal_keys SET expires_at = 1 WHERE id = $1', [expired.id]);
    const keys = { invalid_api_key: newKey(), key_revoked: revoked.key, key_expired: expired.key };

    /** In turn, so that a busy moment is one for all; the largest middle as a multiple of the smallest. */
    async function spread(): Promise<number> {
      const times = Object.fromEntries(Object.keys(keys).map((code) => [code, [] as number[]]));
      for (let round = 0; round < rounds; round += 1)
        for (const [code, token] of Object.entries(keys)) {
          const began = performance.now();
          const { status, body } = await gateway.call<{ code: string }>('GET', '/agents', { token });
          times[code]?.push(performance.now() - began);
          expect([status, body.code]).toEqual([401, code]);
        }
      const middles = Object.values(times).map(middle);
      return Math.max(...middles) / Math.min(...middles);
    }

    // One quiet attempt is enough: what truly costs more costs more in each of them.
    const spreads: number[] = [];
    while (spreads.length < attempts && !(Math.min(...spreads) < 1.25)) spreads.push(await spread());
    expect(Math.min(...spreads), spreads.join(', ')).toBeLessThan(1.25);
  });
});
