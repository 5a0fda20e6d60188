import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
