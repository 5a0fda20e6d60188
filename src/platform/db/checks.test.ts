import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backgroundKinds } from '../../features/runs/run.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';

describe('the tables of the embedded engine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-checks-'));
  let connection: DatabaseSync;
  beforeAll(async () => {
    const database = openDatabase({ databaseUrl: undefined, dataDirectory: folder, poolSize: 1 }, () => undefined);
    await migrate(database, Date.now());
    await database.close();
    connection = new DatabaseSync(join(folder, 'gateway.db'));
  });
  afterAll(() => {
    connection.close();
    rmSync(folder, { recursive: true });
  });
  const definition = (name: string) =>
    (connection.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(name) as { sql: string }).sql;
  const tables = () =>
    connection
      .prepare(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite%'",
      )
      .all() as { name: string; sql: string }[];

  test('no CHECK makes a temporary table for every row: three values or more are compared with OR, not with IN', () => {
    const lists = tables().flatMap(({ name, sql }) =>
      [...sql.matchAll(/CHECK \(\w+ IN \(([^)]*)\)/g)].map(([check, values = '']) => ({ name, check, values })),
    );
    expect(lists.length).toBeGreaterThan(0);
    expect(lists.filter(({ values }) => values.split(',').length > 2)).toEqual([]);
    const written = connection
      .prepare("EXPLAIN UPDATE deliveries SET status = 'dead', cause = 'manual' WHERE id = 'x'")
      .all() as { opcode: string }[];
    expect(written.filter(({ opcode }) => opcode === 'OpenEphemeral')).toEqual([]);
  });

  test('no index makes a temporary table when a run begins or ends, and the one of background runs is used', () => {
    const opcodes = (sql: string) =>
      (connection.prepare(`EXPLAIN ${sql}`).all() as { opcode: string }[]).map(({ opcode }) => opcode);
    const plan = (sql: string) =>
      (connection.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])
        .map(({ detail }) => detail)
        .join();
    const [, values = ''] = /kind = (.*)\)/.exec(definition('runs_in_background')) ?? [];
    expect(values.split(' OR ')).toHaveLength(5);
    // The other list is only looked at for runs of a batch.
    connection.exec('BEGIN; DROP INDEX runs_of_batch');
    expect(opcodes('INSERT INTO runs DEFAULT VALUES')).not.toContain('OpenEphemeral');
    expect(opcodes("UPDATE runs SET status = 'failed', node = NULL WHERE id = 'x'")).not.toContain('OpenEphemeral');
    connection.exec('ROLLBACK');
    const inBackground = `w.status = 'running' AND (${backgroundKinds.map((kind) => `w.kind = '${kind}'`).join(' OR ')})`;
    expect(plan(`SELECT count(*) FROM runs w WHERE w.workspace_id = 'x' AND ${inBackground}`)).toContain(
      'runs_in_background',
    );
    expect(plan("UPDATE runs SET lease_until = 1 WHERE node = 'n' AND status = 'running'")).toContain('runs_working');
  });

  test('a value that is not in the list is still refused, and one that is in it is not', () => {
    const now = Date.now();
    connection.exec('PRAGMA foreign_keys = OFF');
    const insert = connection.prepare(
      `INSERT INTO deliveries (id, workspace_id, webhook_id, event, body, status, cause, created_at) VALUES (?, 'w', 'h', 'e', '{}', ?, ?, ${now})`,
    );
    expect(() => insert.run('one', 'lost', 'event')).toThrow(/CHECK constraint failed/);
    expect(() => insert.run('two', 'pending', 'chance')).toThrow(/CHECK constraint failed/);
    for (const status of ['pending', 'retrying', 'succeeded', 'dead', 'intercepted', 'cancelled'])
      expect(insert.run(status, status, 'event').changes).toBe(1);
    const members = connection.prepare(
      "INSERT INTO workspace_members (workspace_id, user_id, role, created_at) VALUES ('w', ?, ?, 0)",
    );
    expect(() => members.run('u', 'guest')).toThrow(/CHECK constraint failed/);
    for (const role of ['owner', 'admin', 'member']) expect(members.run(role, role).changes).toBe(1);
  });

  test('the file is whole', () => {
    expect(connection.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  });
});
