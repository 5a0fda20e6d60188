import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { startPostgres } from '../harness/postgres-server.ts';
import { mountSmallDisk } from '../harness/small-disk.ts';
import type { Settings } from './nodes.ts';
import { type FaultyProxy, startFaultyProxy } from './proxy.ts';

export type Engine = 'sqlite' | 'postgres';

/** The database of the nodes: their settings, its faults, and queries. */
export type Store = {
  engine: Engine;
  /** Faults that are not possible here, and why. */
  skipped: string[];
  settingsFor(node: number): Settings;
  /** Queries the database directly, also while the gateway runs. */
  all<Row>(sql: string): Promise<Row[]>;
  proxies: FaultyProxy[];
  disk?: { fill(): void; free(): void } | undefined;
  server?: { kill(): Promise<void>; start(): Promise<void> } | undefined;
  stop(): Promise<void>;
};

function openSqliteStore(): Store {
  const home = mkdtempSync(join(tmpdir(), 'gateway-faults-'));
  const data = join(home, 'data');
  mkdirSync(data);
  const disk = mountSmallDisk(data);
  return {
    engine: 'sqlite',
    skipped: disk ? [] : ['full disk: a tmpfs may not be mounted here'],
    settingsFor: () => ({ DATA_DIR: data }),
    async all<Row>(sql: string) {
      const database = new DatabaseSync(join(data, 'gateway.db'), { readOnly: true, timeout: 5_000 });
      try {
        return database.prepare(sql).all() as Row[];
      } finally {
        database.close();
      }
    },
    proxies: [],
    disk,
    async stop() {
      disk?.unmount();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function openPostgresStore(nodes: number): Promise<Store> {
  const server = await startPostgres({ durable: true });
  const direct = new URL(server.url('postgres'));
  const target = { host: direct.hostname, port: Number(direct.port) };
  const proxies = await Promise.all(Array.from({ length: nodes }, () => startFaultyProxy(target)));
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  return {
    engine: 'postgres',
    skipped: ['full disk: only on SQLite, PostgreSQL’s own disk is not ours to fill'],
    settingsFor(node) {
      const url = new URL(direct);
      url.port = String(proxies[node]?.port);
      return { DATABASE_URL: url.href };
    },
    async all<Row>(sql: string) {
      const client = new pg.Client({ connectionString: direct.href, types });
      client.on('error', () => undefined);
      await client.connect();
      try {
        return (await client.query(sql)).rows as Row[];
      } finally {
        await client.end();
      }
    },
    proxies,
    server,
    async stop() {
      await Promise.all(proxies.map((proxy) => proxy.stop()));
      await server.stop();
    },
  };
}

export const openStore = async (engine: Engine, nodes: number): Promise<Store> =>
  engine === 'sqlite' ? openSqliteStore() : openPostgresStore(nodes);
