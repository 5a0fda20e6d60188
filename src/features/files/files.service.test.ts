import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { createFakeClock, type FakeClock } from '../../../test/harness/fake-clock.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { startLocalServer } from '../../../test/harness/local-server.ts';
import { actingAs, ownPassword, type QuickPerson, quickPerson } from '../../../test/harness/people.ts';
import { patienceMs } from '../../../test/harness/talking.ts';
import { dayMs } from '../../kernel/clock.ts';
import { createQuotas, quotaDefaults } from '../../kernel/quotas.ts';
import { createEgress } from '../../platform/egress/egress.ts';
import { createJobs } from '../../platform/jobs/jobs.ts';
import { createFiles } from './create-files.ts';

const maxFileBytes = 1_000_000;

describe.each(engines)('files on %s', (engine) => {
  let clock: FakeClock;
  let gateway: TestGateway;
  let ada: QuickPerson;
  let owner: { workspaceId: string; userId: string };
  let files: ReturnType<typeof withQuotas>['service'];
  const egress = createEgress({ policy: 'local' });

  function withQuotas(quotas: Partial<typeof quotaDefaults>) {
    const { database, bus, log } = gateway.gateway;
    // Its jobs are done by the gateway.
    const jobs = createJobs({ database, bus, clock, log });
    return createFiles({
      database,
      clock,
      jobs,
      quotas: createQuotas({ ...quotaDefaults, ...quotas }),
      egress,
      maxFileBytes,
    });
  }
  const someone = async (name: string) => {
    const person = await quickPerson(gateway, name, clock);
    return { person, owner: { workspaceId: person.workspaceId, userId: person.id } };
  };
  beforeAll(async () => {
    clock = createFakeClock(Date.now());
    gateway = await startGateway(engine, { clock, settings: { RETENTION_FILES: '5d' } });
    ({ person: ada, owner } = await someone('ada'));
    files = withQuotas({}).service;
  });
  afterAll(async () => {
    await gateway.stop();
    await egress.close();
  });

  async function* inPieces(content: Buffer, size: number) {
    for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
  }
  const count = async (table: 'files' | 'file_chunks' | 'file_references', id: string) => {
    const column = table === 'files' ? 'id' : 'file_id';
    const sql = `SELECT count(*) AS n FROM ${table} WHERE ${column} = $1`;
    return Number((await gateway.gateway.database.get<{ n: number }>(sql, [id]))?.n);
  };
  const all = async (table: 'files' | 'file_chunks') =>
    Number((await gateway.gateway.database.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))?.n);
  async function newSession() {
    const act = actingAs(gateway, ada);
    const agent = await act<{ id: string }>('POST', '/agents', { name: 'Bob' });
    const chat = await act<{ sessionId: string }>('POST', '/agent/chat', { agentId: agent.body.id, message: 'Hello' });
    return chat.body.sessionId;
  }
  const holding = (ids: string[], sessionId: string, by = owner) =>
    gateway.gateway.database.transaction((tx) => files.hold(tx, by, ids, { sessionId }));

  it.each([
    ['one byte', 1, 1],
    ['a full row', 131_072, 50_000],
    ['one byte more', 131_073, 131_073],
    ['many rows in small pieces', 700_001, 997],
  ])('stores and reads %s', async (_what, size, piece) => {
    const content = randomBytes(size);
    const taken = await files.take(owner, inPieces(content, piece), { name: 'noise.bin', listed: true });
    expect(taken).toMatchObject({
      name: 'noise.bin',
      bytes: size,
      sha256: createHash('sha256').update(content).digest('hex'),
      createdAt: clock.now(),
    });
    expect((await files.bytes(owner, taken.id)).equals(content)).toBe(true);
    const read: Buffer[] = [];
    for await (const part of files.read(owner, taken.id)) read.push(part);
    expect(Buffer.concat(read).equals(content)).toBe(true);
    expect((await files.find(owner, [taken.id])).get(taken.id)).toEqual(taken);
  });

  it('reads any range', async () => {
    const content = randomBytes(400_000);
    const taken = await files.take(owner, inPieces(content, 65_536), { listed: true });
    for (const [first, last] of [
      [0, 0],
      [131_071, 131_072],
      [5, 399_999],
      [262_144, 300_000],
    ] as const) {
      const read: Buffer[] = [];
      for await (const part of files.readRange(taken, { first, last })) read.push(part);
      expect(Buffer.concat(read).equals(content.subarray(first, last + 1)), `${first}-${last}`).toBe(true);
    }
  });

  it('are their owner’s own', async () => {
    const { owner: other } = await someone('eve');
    const taken = await files.take(owner, inPieces(Buffer.from('mine'), 4), { listed: true });
    for (const stranger of [other, { ...owner, userId: other.userId }, { ...owner, workspaceId: other.workspaceId }]) {
      expect(await files.find(stranger, [taken.id])).toEqual(new Map());
      await expect(files.bytes(stranger, taken.id)).rejects.toMatchObject({ code: 'not_found' });
      await expect(files.delete(stranger, taken.id)).rejects.toMatchObject({ code: 'not_found' });
      const sessionId = await newSession();
      await expect(holding([taken.id], sessionId, stranger)).rejects.toMatchObject({ code: 'not_found' });
    }
    expect((await files.bytes(owner, taken.id)).toString()).toBe('mine');
  });

  it('leave nothing if they are too large, empty, or come to no end', async () => {
    const before = [await all('files'), await all('file_chunks')];
    const noise = randomBytes(300_000);
    async function* endless() {
      for (;;) yield noise;
    }
    async function* broken() {
      yield noise;
      throw new Error('the client left');
    }
    await expect(files.take(owner, endless(), { listed: true })).rejects.toMatchObject({ code: 'body_too_large' });
    await expect(files.take(owner, endless(), { listed: true, size: maxFileBytes + 1 })).rejects.toMatchObject({
      code: 'body_too_large',
    });
    await expect(files.take(owner, broken(), { listed: true })).rejects.toThrow('the client left');
    await expect(files.take(owner, inPieces(Buffer.alloc(0), 1), { listed: true })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    const stopping = new AbortController();
    async function* stopped() {
      yield noise;
      stopping.abort(new Error('cancelled'));
      yield noise;
    }
    await expect(files.take(owner, stopped(), { listed: true, signal: stopping.signal })).rejects.toThrow('cancelled');
    expect([await all('files'), await all('file_chunks')]).toEqual(before);
  });

  it('have room up to the quota of their workspace, however many come at once', async () => {
    const { owner: bob } = await someone('bob');
    const { service } = withQuotas({ fileBytes: 1_000_000 });
    const content = randomBytes(300_000);
    const takeAll = (size?: number) =>
      Promise.allSettled(
        Array.from({ length: 6 }, () => service.take(bob, inPieces(content, 65_536), { listed: true, size })),
      );
    const announced = await takeAll(content.length);
    expect(announced.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const { data } = await service.list(bob, {});
    for (const { id } of data) await service.delete(bob, id);
    const unannounced = await takeAll();
    const refused = unannounced.filter((each) => each.status === 'rejected');
    expect(refused).toHaveLength(3);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: 'quota_exceeded', details: { extra: { quota: 'fileBytes' } } });
    await expect(service.take(bob, inPieces(content, 9_000), { listed: true })).rejects.toMatchObject({
      code: 'quota_exceeded',
    });
    const { service: few } = withQuotas({ files: 3 });
    await expect(few.take(bob, inPieces(Buffer.from('x'), 1), { listed: true })).rejects.toMatchObject({
      code: 'quota_exceeded',
      details: { extra: { quota: 'files' } },
    });
  });

  it('go when they are deleted, and with the last session that holds them', async () => {
    const [one, two] = [await newSession(), await newSession()];
    const taken = await files.take(owner, inPieces(randomBytes(300_000), 65_536), { listed: true });
    const unlisted = await files.take(owner, inPieces(randomBytes(10), 5), { listed: false });
    await holding([taken.id, unlisted.id], one);
    await holding([taken.id], one);
    await holding([taken.id], two);
    expect(await count('file_references', taken.id)).toBe(2);
    await files.delete(owner, taken.id);
    expect((await files.list(owner, { limit: 200 })).data.map(({ id }) => id)).not.toContain(taken.id);
    expect((await files.find(owner, [taken.id])).size, 'messages still show it').toBe(1);
    await expect(files.delete(owner, taken.id)).rejects.toMatchObject({ code: 'not_found' });

    expect((await actingAs(gateway, ada)('DELETE', `/sessions/${one}`)).status).toBe(204);
    await expect.poll(() => count('file_chunks', unlisted.id), { timeout: patienceMs }).toBe(0);
    expect(await count('file_chunks', taken.id)).toBe(3);
    expect((await actingAs(gateway, ada)('DELETE', `/sessions/${two}`)).status).toBe(204);
    await expect.poll(() => count('files', taken.id), { timeout: patienceMs }).toBe(0);
    expect(await count('file_chunks', taken.id)).toBe(0);

    const alone = await files.take(owner, inPieces(randomBytes(300_000), 65_536), { listed: true });
    await files.delete(owner, alone.id);
    expect([await count('files', alone.id), await count('file_chunks', alone.id)]).toEqual([0, 0]);
  });

  it('stay if they are held while they are given up, and are not found if they are gone', async () => {
    for (let round = 0; round < 10; round += 1) {
      const sessionId = await newSession();
      const taken = await files.take(owner, inPieces(randomBytes(20), 20), { listed: true });
      const [held, deleted] = await Promise.allSettled([holding([taken.id], sessionId), files.delete(owner, taken.id)]);
      expect(deleted.status).toBe('fulfilled');
      expect(await count('files', taken.id)).toBe(held.status === 'fulfilled' ? 1 : 0);
      if (held.status === 'rejected') expect(held.reason).toMatchObject({ code: 'not_found' });
    }
  });

  it('are cleaned up by the hour: what nothing holds, and what never ended', async () => {
    const sessionId = await newSession();
    const content = randomBytes(200_000);
    const make = (listed: boolean) => files.take(owner, inPieces(content, 65_536), { listed });
    const [listed, held, loose, cut] = [await make(true), await make(false), await make(false), await make(true)];
    await holding([held.id], sessionId);
    await gateway.gateway.database.run("UPDATE files SET state = 'uploading' WHERE id = $1", [cut.id]);
    const young = async () => [await count('file_chunks', loose.id), await count('file_chunks', cut.id)];
    clock.advance(5 * 60_000);
    await gateway.gateway.recurring.wake();
    expect(await young()).toEqual([2, 2]);
    clock.advance(2 * 3_600_000);
    await gateway.gateway.recurring.wake();
    await expect.poll(young, { timeout: patienceMs }).toEqual([0, 0]);
    await expect.poll(async () => (await count('files', loose.id)) + (await count('files', cut.id))).toBe(0);
    for (const { id } of [listed, held]) expect((await files.bytes(owner, id)).equals(content)).toBe(true);
  });

  it('are kept as long as the operator says, or as something holds them', async () => {
    const content = randomBytes(200_000);
    const make = () => files.take(owner, inPieces(content, 65_536), { listed: true });
    const [old, held] = [await make(), await make()];
    await holding([held.id], await newSession());
    clock.advance(4 * dayMs);
    const young = await make();
    clock.advance(1.5 * dayMs);
    await gateway.gateway.recurring.wake();
    await expect.poll(() => count('files', old.id), { timeout: patienceMs }).toBe(0);
    await expect.poll(async () => (await files.list(owner, {})).data.map(({ id }) => id)).toEqual([young.id]);
    expect((await files.bytes(owner, held.id)).equals(content)).toBe(true);
  });

  it('go with their person, every byte', async () => {
    const { person, owner: leaving } = await someone('leaving');
    const ids: string[] = [];
    for (const listed of [true, false])
      ids.push((await files.take(leaving, inPieces(randomBytes(300_000), 65_536), { listed })).id);
    const erased = await actingAs(gateway, person)('DELETE', '/auth/me', ownPassword);
    expect(erased.status).toBeLessThan(300);
    for (const id of ids) expect([await count('files', id), await count('file_chunks', id)]).toEqual([0, 0]);
  });

  it('are fetched from an address, with the same limits', async () => {
    const content = Buffer.from('a,b\n1,2\n');
    const server = await startLocalServer(async ({ path, response }) => {
      if (path === '/moved') response.writeHead(302, { location: '/figures%20of%20May.csv' }).end();
      else if (path === '/round') response.writeHead(302, { location: '/round' }).end();
      else if (path === '/large') response.end(Buffer.alloc(maxFileBytes + 1));
      else if (path === '/absent') response.writeHead(404).end('no');
      else response.end(content);
    });
    const taken = await files.takeUrl(owner, `${server.origin}/moved`);
    expect(taken).toMatchObject({ name: 'figures of May.csv', mediaType: 'text/csv', bytes: content.length });
    expect((await files.bytes(owner, taken.id)).equals(content)).toBe(true);
    expect((await files.list(owner, { limit: 200 })).data.map(({ id }) => id)).not.toContain(taken.id);
    await expect(files.takeUrl(owner, `${server.origin}/large`)).rejects.toMatchObject({ code: 'body_too_large' });
    for (const path of ['/absent', '/round'])
      await expect(files.takeUrl(owner, `${server.origin}${path}`), path).rejects.toMatchObject({
        code: 'validation_failed',
      });
    await server.stop();
    await expect(files.takeUrl(owner, `${server.origin}/gone`)).rejects.toMatchObject({ code: 'validation_failed' });
    const closed = createEgress({ policy: 'public' });
    const { database, bus, log } = gateway.gateway;
    const guarded = createFiles({
      database,
      clock,
      jobs: createJobs({ database, bus, clock, log }),
      quotas: createQuotas(quotaDefaults),
      egress: closed,
      maxFileBytes,
    });
    for (const address of ['http://169.254.169.254/latest', 'http://127.0.0.1:1/', 'file:///etc/passwd', 'nonsense'])
      await expect(guarded.service.takeUrl(owner, address), address).rejects.toMatchObject({
        code: 'validation_failed',
      });
    await closed.close();
  });
});
