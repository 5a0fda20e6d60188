import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { Engine } from '../../src/platform/db/database.ts';

export const engines: readonly Engine[] = ['sqlite', 'postgres'];

/** Settings that point at an empty database of the given engine, and the way to be rid of it. */
export type Place = { settings: { DATABASE_URL?: string; DATA_DIR?: string }; remove(): Promise<void> };

async function administer(sql: string): Promise<void> {
  const client = new pg.Client(inject('postgresUrl'));
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

export async function newPlace(engine: Engine): Promise<Place> {
  if (engine === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'gateway-data-'));
    return { settings: { DATA_DIR: folder }, remove: async () => rmSync(folder, { recursive: true, force: true }) };
  }
  const name = `t_${randomBytes(8).toString('hex')}`;
  await administer(`CREATE DATABASE ${name}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    settings: { DATABASE_URL: url.href },
    remove: () => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
