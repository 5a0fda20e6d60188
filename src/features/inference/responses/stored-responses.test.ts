import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, newPlace } from '../../../../test/harness/databases.ts';
import { createFakeClock } from '../../../../test/harness/fake-clock.ts';
import { startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { actingAs, ownPassword } from '../../../../test/harness/people.ts';
import { newTalker, newTeam, patienceMs, type Talker } from '../../../../test/harness/talking.ts';
import { dayMs } from '../../../kernel/clock.ts';

type Made = { id: string; output: { content: { text: string }[] }[]; error?: { code: string; param: string } };

describe.each(engines)('stored responses, on %s', (engine) => {
  const clock = createFakeClock(Date.now() - 2_000);
  const settings = { QUOTAS: '{"responses":4}' };
  let place: Awaited<ReturnType<typeof newPlace>>;
  let gateway: TestGateway;
  beforeAll(async () => {
    place = await newPlace(engine);
    gateway = await startGateway(engine, { place, clock, settings });
  });
  afterAll(async () => {
    await gateway?.stop();
    await place?.remove();
  });

  const create = ({ act }: Pick<Talker, 'act'>, input: unknown, more: object = {}) =>
    act<Made>('POST', '/inference/responses', { model: 'local/offline', input, ...more });
  const count = async (userId: string) =>
    Number(
      (
        await gateway.gateway.database.get<{ n: number }>('SELECT count(*) AS n FROM responses WHERE user_id = $1', [
          userId,
        ])
      )?.n,
    );

  it('are limited by a quota, which others do not use up', async () => {
    const ada = await newTalker(gateway, { clock });
    for (const input of ['One', 'Two', 'Three', 'Four']) expect((await create(ada, input)).status).toBe(200);
    const refused = await create(ada, 'Five');
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'quota_exceeded', quota: 'responses' } } });
    expect((await create(ada, 'Five', { store: false })).status).toBe(200);
    expect(await count(ada.id)).toBe(4);
    const bob = await newTalker(gateway, { clock });
    expect((await create(bob, 'One')).status).toBe(200);
  });

  it('survive a restart, and are continued by another node', async () => {
    const ada = await newTalker(gateway, { clock });
    const first = await create(ada, 'My cat is called Tom.');
    // On the embedded engine there is one node at a time.
    if (engine === 'sqlite') await gateway.stop();
    const other = await startGateway(engine, { place, clock, settings });
    const act = actingAs(other, ada);
    expect((await act<Made>('GET', `/inference/responses/${first.body.id}`)).body).toEqual(first.body);
    const second = await create({ act }, 'And now?', { previous_response_id: first.body.id });
    expect(second.status).toBe(200);
    if (engine === 'sqlite') gateway = other;
    else await other.stop();
  });

  it('go with their maker, and with their workspace', async () => {
    const ada = await newTalker(gateway, { clock });
    const bob = await newTalker(gateway, { clock });
    const team = await newTeam(ada, { member: bob });
    await create(bob, 'Mine.');
    const inTeam = { act: actingAs(gateway, bob, team) };
    await create(inTeam, 'Ours.');
    expect(await count(bob.id)).toBe(2);
    expect((await ada.act('DELETE', `/workspaces/${team}`, { name: 'Team' })).status).toBeLessThan(300);
    await expect.poll(() => count(bob.id), { timeout: patienceMs }).toBe(1);
    const { status } = await bob.act('DELETE', '/auth/me', ownPassword);
    expect(status).toBeLessThan(300);
    await expect.poll(() => count(bob.id), { timeout: patienceMs }).toBe(0);
  });

  it('are refused if they are too long to be read again', async () => {
    const ada = await newTalker(gateway, { clock });
    const refused = await create(ada, 'word '.repeat(900_000));
    expect(refused).toMatchObject({ status: 413, body: { error: { code: 'context_overflow', param: 'input' } } });
    const { body } = await create(ada, 'Hello');
    await gateway.gateway.database.run('UPDATE responses SET history_length = 5000000 WHERE id = $1', [body.id]);
    const continued = await create(ada, 'And?', { previous_response_id: body.id });
    expect(continued).toMatchObject({ status: 413, body: { error: { param: 'previous_response_id' } } });
  });

  it('are kept for 30 days, or for as long as the workspace keeps its sessions', async () => {
    const ada = await newTalker(gateway, { clock });
    const bob = await newTalker(gateway, { clock });
    await create(ada, 'Hello');
    await create(bob, 'Hello');
    const kept = await bob.act('PUT', `/workspaces/${bob.workspaceId}/settings`, { retentionDays: 2 });
    expect(kept.status).toBe(200);
    const later = async (days: number) => {
      clock.advance(days * dayMs);
      await gateway.gateway.recurring.wake();
    };
    await later(4);
    await expect.poll(() => count(bob.id), { timeout: patienceMs }).toBe(0);
    expect(await count(ada.id)).toBe(1);
    await later(28);
    await expect.poll(() => count(ada.id), { timeout: patienceMs }).toBe(0);
  });
});
