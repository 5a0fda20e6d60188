import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, newPlace, type Place } from '../../../test/harness/databases.ts';
import { apiKey, jwtSecret, startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { actingAs, ownPassword, quickPerson } from '../../../test/harness/people.ts';
import { systemClock } from '../../kernel/clock.ts';
import type { Database, Reader, Transaction } from '../../platform/db/database.ts';
import { contentDigest, linkDigest, type OpenFields, type PersonalFields } from './entry.ts';
import { createAuditLog, createAuditRetention, createChainCheck, createSealer } from './index.ts';

const columns = [
  ...['id', 'action', 'outcome', 'user_id', 'actor', 'target', 'detail', 'ip', 'request_id'],
  ...['salt', 'content_digest', 'previous', 'digest', 'seal'],
];

const keysOf = (secret: string, previousSecret?: string) =>
  createSealer({ encryption: { key: undefined, previousKey: undefined }, jwt: { secret, previousSecret } });
const sealer = keysOf(jwtSecret);
const checkOf = (database: Reader, by = sealer) => createChainCheck({ database, sealer: by });

describe.each(engines)('the audit log’s chain on %s', (engine) => {
  let gateway: TestGateway;
  let database: Database;
  let rows: number;

  beforeAll(async () => {
    gateway = await startGateway(engine);
    database = gateway.gateway.database;
    const [ada, bob] = [await quickPerson(gateway, 'ada'), await quickPerson(gateway, 'bob')];
    // Entries of several kinds, with and without a person, some of them erased.
    const asAda = actingAs(gateway, ada);
    await gateway.call('POST', '/auth/login', { body: { email: 'nobody@example.com', password: 'wrong password' } });
    await gateway.call('POST', '/auth/login', { body: { email: bob.email, password: bob.password } });
    await asAda('PUT', `/workspaces/${ada.workspaceId}/settings`, { name: 'Renamed', monthlyBudgetUsd: 5 });
    await asAda('POST', `/workspaces/${ada.workspaceId}/members`, { userId: bob.id, role: 'member' });
    await asAda('PUT', `/workspaces/${ada.workspaceId}/restrictions`, { allowedProviders: ['local'] });
    await actingAs(gateway, bob)('DELETE', '/auth/me', ownPassword);
    await asAda('POST', '/auth/logout');
    rows = Number((await database.get<{ seq: number }>('SELECT seq FROM audit_head'))?.seq);
  });
  afterAll(() => gateway.stop());

  /** Changes the log, verifies it with a new checker, which has not verified it before, and reverts the change. */
  async function found(
    tamper: (run: Transaction['run'], tx: Transaction) => Promise<unknown>,
    by = sealer,
  ): Promise<number | null> {
    const undo = new Error('undo');
    let brokenAt: number | null = null;
    await database
      .transaction(async (tx) => {
        await tamper(tx.run, tx);
        ({ brokenAt } = await checkOf(tx, by)());
        throw undo;
      })
      .catch((error) => {
        if (error !== undo) throw error;
      });
    return brokenAt;
  }

  it('holds, erasures and all', async () => {
    const verify = checkOf(database);
    expect(await verify()).toEqual({ entries: rows, checked: rows, brokenAt: null, reason: null, anchoredAt: 0 });
    expect(await verify({ whole: true })).toMatchObject({ entries: rows, brokenAt: null });
    expect(rows).toBe(7);
    expect(await database.get('SELECT count(*) AS n FROM audit_log WHERE salt IS NULL')).toEqual({ n: 2 });
  });

  it('shows a change of any column of any row', async () => {
    const all = await database.all<Record<string, unknown> & { seq: number }>('SELECT * FROM audit_log ORDER BY seq');
    const missed: string[] = [];
    for (const row of all)
      for (const column of [...columns, 'at']) {
        const value = column === 'at' ? 1 : `${row[column] ?? ''}x`;
        const at = await found((run) => run(`UPDATE audit_log SET ${column} = $1 WHERE seq = $2`, [value, row.seq]));
        if (at === null) missed.push(`${row.seq} ${column}`);
        // To nothing, too.
        if (
          row[column] === null ||
          !['user_id', 'actor', 'target', 'detail', 'ip', 'request_id', 'salt'].includes(column)
        )
          continue;
        const gone = await found((run) => run(`UPDATE audit_log SET ${column} = NULL WHERE seq = $1`, [row.seq]));
        if (gone === null) missed.push(`${row.seq} ${column} to nothing`);
      }
    expect(missed).toEqual([]);
  });

  it('shows what was taken out, put in, swapped or emptied', async () => {
    for (let seq = 1; seq <= rows; seq += 1)
      expect(await found((run) => run('DELETE FROM audit_log WHERE seq = $1', [seq])), `${seq}`).toBe(seq);
    const swapped = await found(async (run) => {
      await run('UPDATE audit_log SET seq = -seq WHERE seq IN (2, 3)');
      await run('UPDATE audit_log SET seq = 5 + seq WHERE seq IN (-2, -3)');
    });
    expect(swapped).toBe(2);
    const emptied = await found((run) =>
      run(
        `UPDATE audit_log SET user_id = NULL, actor = NULL, target = NULL, detail = NULL, ip = NULL, request_id = NULL,
         salt = NULL WHERE seq = 3`,
      ),
    );
    expect(emptied).not.toBeNull();
    const added = await found((run) =>
      run(
        `INSERT INTO audit_log (seq, id, at, action, outcome, content_digest, previous, digest)
         VALUES ($1, 'aud_x', 1, 'x', 'success', 'x', 'x', 'x')`,
        [rows + 1],
      ),
    );
    expect(added).toBe(rows + 1);
  });

  type Stored = OpenFields &
    Record<'user_id' | 'actor' | 'target' | 'detail' | 'ip' | 'request_id' | 'salt', string | null> & {
      content_digest: string;
    };
  /** What somebody does who can write to the database, and knows how the log is made: every digest anew from some row on. */
  async function writtenAnew(
    tx: Transaction,
    from: number,
    seal: (digest: string, old: string | null) => string | null,
  ) {
    const all = await tx.all<Stored & { seal: string | null }>('SELECT * FROM audit_log ORDER BY seq');
    let previous = '';
    for (const row of all) {
      const personal: PersonalFields = [row.user_id, row.actor, row.target, row.detail, row.ip, row.request_id];
      const content = row.salt === null ? row.content_digest : contentDigest(row.salt, personal);
      const digest = linkDigest(previous, row, content);
      if (row.seq >= from)
        await tx.run('UPDATE audit_log SET content_digest = $2, previous = $3, digest = $4, seal = $5 WHERE seq = $1', [
          row.seq,
          content,
          previous,
          digest,
          seal(digest, row.seal),
        ]);
      previous = digest;
    }
    await tx.run('UPDATE audit_head SET digest = $1', [previous]);
  }

  it('cannot be written anew by someone who has the database and not the key', async () => {
    const forged = (seal: (digest: string, old: string | null) => string | null) =>
      found(async (run, tx) => {
        await run("UPDATE audit_log SET action = 'nothing.happened' WHERE seq = 3");
        await writtenAnew(tx, 3, seal);
      });
    expect(await forged((_digest, old) => old)).toBe(3);
    expect(await forged(keysOf('somebody else’s key, as long as a key must be').seal)).toBe(3);
    // Who has the key can; the anchors below are for that, too.
    expect(await forged(sealer.seal)).toBeNull();
    // Without seals a row looks like one of an older version, which writes none for more than a day after the first.
    expect(
      await found(async (run, tx) => {
        await run('UPDATE audit_log SET at = at + 172800000 WHERE seq >= 3');
        await writtenAnew(tx, 3, () => null);
      }),
    ).toBe(3);
  });

  it('is shortened, portion by portion, across a change of the key', async () => {
    const place = await newPlace(engine);
    const other = await startGateway(engine, { place });
    const written = other.gateway.database;
    const [older, newer] = [
      keysOf('the first key, which is as long as keys are'),
      keysOf('the second key, which is as long'),
    ];
    const write = async (by: typeof older, count: number) => {
      const audit = createAuditLog({ clock: systemClock, sealer: by, context: () => undefined });
      for (let entry = 0; entry < count; entry += 1)
        await written.transaction((tx) =>
          audit.append(tx, { actor: 'bootstrap', action: 'admin.test', outcome: 'success' }),
        );
    };
    try {
      await write(older, 7);
      await write(newer, 7);
      const faults: string[] = [];
      const log = {
        info: () => undefined,
        warn: () => undefined,
        error: (_: object, text: string) => void faults.push(text),
      };
      const portion = createAuditRetention({ database: written, sealer: newer, log }).before(Date.now() + 1_000);
      let deleted = 0;
      for (let place: number | undefined, done = false; !done; ) {
        const { deleted: now, next } = await portion(place, 3);
        deleted += now;
        place = next;
        done = next === undefined;
        expect(await checkOf(written, newer)({ whole: true })).toMatchObject({ brokenAt: null });
      }
      expect([deleted, faults]).toEqual([13, []]);
    } finally {
      await other.stop();
      await place.remove();
    }
  });

  it('holds where it begins without seals, and where the key was changed', async () => {
    const unsealed = (run: Transaction['run']) => run('UPDATE audit_log SET seal = NULL WHERE seq <= 4');
    expect(await found(unsealed)).toBeNull();
    expect(await found((run) => run('UPDATE audit_log SET seal = NULL'))).toBeNull();
    const changed = (by: ReturnType<typeof keysOf>) =>
      found(async (run, tx) => {
        const all = await tx.all<{ seq: number; digest: string }>('SELECT seq, digest FROM audit_log WHERE seq > 4');
        for (const { seq, digest } of all)
          await run('UPDATE audit_log SET seal = $2 WHERE seq = $1', [seq, newer.seal(digest)]);
      }, by);
    const newer = keysOf('the new key, which is as long as keys are', jwtSecret);
    expect(await changed(newer)).toBeNull();
    // Gone from the settings: what came after vouches for what was under it.
    expect(await changed(keysOf('the new key, which is as long as keys are'))).toBeNull();
    expect(await changed(keysOf('neither the one nor the other of the keys'))).toBe(rows);
    // The other way round it is no change of keys.
    expect(await changed(keysOf(jwtSecret))).toBe(5);
  });

  it('is walked part by part when it is long: a change in its middle is found, only later', async () => {
    const verify = createChainCheck({ database, sealer, oldRowsAtOnce: 2 });
    for (let round = 0; round < 8; round += 1)
      expect(await verify()).toMatchObject({ entries: rows, checked: expect.any(Number), brokenAt: null });
    const change = (from: string, to: string) =>
      database.run('UPDATE audit_log SET outcome = $2 WHERE seq = 3 AND outcome = $1', [from, to]);
    await change('success', 'failure');
    const answers = [];
    for (let round = 0; round < 4; round += 1) answers.push((await verify()).brokenAt);
    expect(answers).toContain(3);
    expect((await verify({ whole: true })).brokenAt).toBe(3);
    await change('failure', 'success');
    expect((await verify({ whole: true })).brokenAt).toBeNull();
  });

  it('detects a log that was cut short together with its head, if the checker has verified the whole log before', async () => {
    const verify = checkOf(database);
    await verify();
    const last = await database.get<Record<string, string>>('SELECT * FROM audit_log WHERE seq = $1', [rows]);
    await database.run('DELETE FROM audit_log WHERE seq = $1', [rows]);
    await database.run('UPDATE audit_head SET seq = $1, digest = $2', [rows - 1, last?.previous ?? '']);
    expect(await verify()).toMatchObject({ brokenAt: rows });
    // A new checker cannot detect it.
    expect(await checkOf(database)()).toMatchObject({ brokenAt: null });
  });
});

describe.each(engines)('the end of the audit log, written down elsewhere, on %s', (engine) => {
  let place: Place;
  let folder: string;
  let gateway: TestGateway;
  const start = async () => {
    gateway = await startGateway(engine, { place, settings: { DATA_DIR: folder } });
    return gateway.gateway.database;
  };
  beforeAll(async () => {
    place = await newPlace(engine);
    folder = place.settings.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'anchor-'));
  });
  afterAll(async () => {
    await gateway.stop();
    await place.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  const auditCheck = async () => {
    const { body } = await gateway.call<{ checks: { id: string; status: string; message: string }[] }>(
      'GET',
      '/diagnostics',
      { headers: { 'x-api-key': apiKey } },
    );
    return body.checks.find(({ id }) => id === 'audit-chain');
  };

  it('shows a log that was cut short while no gateway ran, also once it has grown again', {
    timeout: 180_000,
  }, async () => {
    let database = await start();
    const ada = await quickPerson(gateway, 'ada');
    const act = actingAs(gateway, ada);
    for (const name of ['One', 'Two', 'Three', 'Four'])
      await act('PUT', `/workspaces/${ada.workspaceId}/settings`, { name });
    await gateway.stop();
    const file = JSON.parse(readFileSync(join(folder, 'audit-anchor.json'), 'utf8')) as { seq: number };
    expect(file.seq).toBe(4);
    database = await start();
    expect(await auditCheck()).toMatchObject({
      status: 'pass',
      message: expect.stringContaining('up to 4 it is anchored'),
    });
    expect(await database.all('SELECT seq FROM audit_anchors')).toEqual([{ seq: 4 }]);

    // Cut to the second, in the database alone; what is said there of the end goes too.
    await database.run('DELETE FROM audit_log WHERE seq > 2');
    await database.run('UPDATE audit_head SET seq = 2, digest = (SELECT digest FROM audit_log WHERE seq = 2)');
    await database.run('DELETE FROM audit_anchors');
    await gateway.stop();
    await start();
    const cut = { status: 'fail', message: expect.stringContaining('Entry 4') };
    expect(await auditCheck()).toMatchObject(cut);
    // It grows beyond what was anchored, and still is another.
    const again = actingAs(gateway, ada);
    for (const name of ['Five', 'Six', 'Seven'])
      await again('PUT', `/workspaces/${ada.workspaceId}/settings`, { name });
    await gateway.stop();
    await start();
    expect(await auditCheck()).toMatchObject(cut);
  });
});

describe('what the audit log says', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway('sqlite');
  });
  afterAll(() => gateway.stop());

  it('is what was changed, before and after, and never a secret', async () => {
    const ada = await quickPerson(gateway, 'ada');
    const act = actingAs(gateway, ada);
    const settings = `/workspaces/${ada.workspaceId}/settings`;
    await act('PUT', settings, { monthlyBudgetUsd: 5 });
    await act('PUT', settings, { monthlyBudgetUsd: 7, name: 'Other' });
    await act('PUT', settings, { name: 'Other' });
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const url = 'https://hooks.example.com/x?key=hidden-in-the-address';
    const { body } = await act<{ id: string }>('POST', '/webhooks', { url, events: ['*'], secret });
    await act('PUT', `/webhooks/${body.id}`, {
      secret: 'another-secret-of-the-webhook',
      enabled: false,
      url: `${url}&more=1`,
    });
    await act('POST', `/webhooks/${body.id}/secret/rotate`);
    const records = await gateway.gateway.database.all<{ action: string; detail: string }>(
      'SELECT action, detail FROM audit_log WHERE user_id = $1 ORDER BY seq',
      [ada.id],
    );
    expect(records.map(({ action, detail }) => [action, JSON.parse(detail)])).toMatchObject([
      ['workspace.settings', { before: { monthlyBudgetUsd: null }, after: { monthlyBudgetUsd: 5 } }],
      [
        'workspace.settings',
        { before: { name: 'Personal', monthlyBudgetUsd: 5 }, after: { name: 'Other', monthlyBudgetUsd: 7 } },
      ],
      ['webhook.create', {}],
      [
        'webhook.update',
        {
          before: { enabled: true, secret: '[redacted]', url: 'https://hooks.example.com/x?[redacted]' },
          after: { enabled: false, secret: '[redacted]', url: 'https://hooks.example.com/x?[redacted]' },
        },
      ],
      ['webhook.rotate_secret', {}],
    ]);
    const text = JSON.stringify(records);
    for (const hidden of [secret, 'another-secret', 'hidden-in-the-address']) expect(text).not.toContain(hidden);
  });
});
