import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { apiKey, startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { newId } from '../../kernel/ids.ts';

type DeadJob = { id: string; queue: string; attempts: number; error: string; ids: string[]; diedAt: string };
type Page = { data: DeadJob[]; nextCursor: string | null };

describe.each(engines)('dead jobs on %s', (engine) => {
  let gateway: TestGateway;
  const ran: number[] = [];
  let failing = true;
  const person = newId('usr', Date.now());

  beforeAll(async () => {
    gateway = await startGateway(engine, {
      prepare: ({ jobs }) => {
        for (const queue of ['fragile', 'other'])
          jobs.handle<{ n: number }>(
            queue,
            async ({ payload }) => {
              if (failing) throw new Error('the password: hunter2hunter2 was refused');
              ran.push(payload.n);
            },
            { maxAttempts: 1 },
          );
      },
    });
    const { database, jobs } = gateway.gateway;
    for (let n = 0; n < 5; n += 1)
      await database.transaction((tx) =>
        jobs.enqueue(tx, {
          queue: n === 4 ? 'other' : 'fragile',
          payload: { n, userId: person, secret: 'whsec_dontshowthis', text: 'what somebody wrote' },
        }),
      );
    await vi.waitFor(async () => expect((await list()).body.data).toHaveLength(5), { timeout: 40_000 });
  });
  afterAll(() => gateway.stop());

  const operator = <Body>(method: string, path: string) =>
    gateway.call<Body>(method, path, { headers: { 'x-api-key': apiKey } });
  const list = (query = '') => operator<Page>('GET', `/admin/jobs${query}`);

  it('are listed with what they are about, and without what is in them', async () => {
    const { body, text } = await list('?status=dead');
    // The newest first; ids of one millisecond have no order, so any of the jobs may be that.
    const other = body.data.find(({ queue }) => queue === 'other');
    expect(other).toMatchObject({ attempts: 1, ids: [person], status: 'dead' });
    expect(other?.error).toContain('refused');
    const ids = body.data.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    for (const hidden of ['hunter2', 'dontshowthis', 'somebody wrote']) expect(text).not.toContain(hidden);
    const first = await list('?queue=fragile&limit=3');
    expect(first.body.data).toHaveLength(3);
    const second = await list(`?queue=fragile&limit=3&cursor=${first.body.nextCursor}`);
    expect(second.body).toMatchObject({ data: [{ queue: 'fragile' }], nextCursor: null });
    expect((await list('?queue=none')).body.data).toEqual([]);
    expect((await list('?status=ready')).status).toBe(400);
    expect((await list('?state=dead')).status).toBe(400);
  });

  it('are retried once, or dropped, and both are in the audit log', async () => {
    failing = false;
    const [retried, dropped] = (await list('?queue=fragile')).body.data.map(({ id }) => id);
    expect((await operator('POST', `/admin/jobs/${retried}/retry`)).status).toBe(204);
    await expect.poll(() => ran.length, { timeout: 40_000 }).toBe(1);
    expect((await operator('POST', `/admin/jobs/${retried}/retry`)).status).toBe(404);
    expect((await operator('DELETE', `/admin/jobs/${dropped}`)).status).toBe(204);
    expect((await operator('DELETE', `/admin/jobs/${dropped}`)).status).toBe(404);
    expect((await list()).body.data.map(({ id }) => id)).toHaveLength(3);
    expect(ran).toHaveLength(1);
    const entries = await gateway.gateway.database.all(
      "SELECT action, target, actor FROM audit_log WHERE action LIKE 'admin.job%' ORDER BY seq",
    );
    expect(entries).toEqual([
      { action: 'admin.job_retry', target: retried, actor: 'bootstrap' },
      { action: 'admin.job_drop', target: dropped, actor: 'bootstrap' },
    ]);
  });
});
