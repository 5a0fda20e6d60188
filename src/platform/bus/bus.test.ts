import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { newPlace, type Place } from '../../../test/harness/databases.ts';
import type { Log } from '../../kernel/log.ts';
import type { Bus } from './bus.ts';
import { createLocalBus } from './local-bus.ts';
import { pack, unpack } from './packets.ts';
import { createPostgresBus } from './postgres-bus.ts';

const errors: string[] = [];
const log: Log = {
  info: () => undefined,
  warn: (_, message) => errors.push(message),
  error: (_, message) => errors.push(message),
};
const soon = (check: () => void) => vi.waitFor(check, { timeout: 40_000, interval: 5 });

describe('the local bus', () => {
  it('calls all listeners of a channel, even when one throws', async () => {
    const bus = createLocalBus({ log });
    const heard: string[] = [];
    bus.subscribe('a', () => {
      throw new Error('mine');
    });
    bus.subscribe('a', async () => Promise.reject(new Error('mine, later')));
    const unsubscribe = bus.subscribe('a', (message) => heard.push(message));
    bus.subscribe('b', () => heard.push('wrong channel'));
    bus.publish('a', '1');
    bus.publish('a', '2');
    expect(heard).toEqual([]);
    await soon(() => expect(heard).toEqual(['1', '2']));
    unsubscribe();
    bus.publish('a', '3');
    await new Promise(setImmediate);
    expect(heard).toEqual(['1', '2']);
    expect(errors).toContain('a bus listener failed');
  });
});

describe('packets', () => {
  it('stay below the limit of PostgreSQL and drop only repeated and too large messages', () => {
    const ids = Array.from({ length: 2_000 }, (_, n) => `run_${n}_é€😀`);
    const messages = [...ids, ...ids, 'x'.repeat(9_000)].map((id): [string, string] => ['runs', id]);
    const tooLarge: string[] = [];
    const packets = pack('node', messages, ([channel]) => tooLarge.push(channel));
    expect(Math.max(...packets.map((packet) => Buffer.byteLength(packet)))).toBeLessThan(8_000);
    expect(packets.flatMap((packet) => unpack(packet).messages.map(([, id]) => id))).toEqual(ids);
    expect(tooLarge).toEqual(['runs']);
    expect(pack('node', [], () => undefined)).toEqual([]);
  });

  it('from other clients are ignored', () => {
    for (const packet of ['', 'hello', '{}', 'null', '[1,2,["a"]]', '["n",["a",1]]'])
      expect(unpack(packet).messages).toEqual([]);
  });
});

describe('the bus on postgres', () => {
  let place: Place;
  let url: string;
  const ends: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    place = await newPlace('postgres');
    url = place.settings.DATABASE_URL ?? '';
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });
  afterAll(() => place.remove());

  async function newNode(): Promise<{ bus: Bus; pool: pg.Pool; heard: string[] }> {
    const pool = new pg.Pool({ connectionString: url, max: 2 });
    pool.on('error', () => undefined);
    const bus = createPostgresBus({ url, pool, log });
    const heard: string[] = [];
    bus.subscribe('runs', (message) => heard.push(message));
    await bus.start();
    ends.push(async () => {
      await bus.stop();
      await pool.end();
    });
    return { bus, pool, heard };
  }

  it('reaches every node once, its own without a round trip', async () => {
    const [first, second] = [await newNode(), await newNode()];
    first.bus.publish('runs', 'run_1');
    await Promise.resolve().then(() => undefined);
    expect(first.heard).toEqual(['run_1']);
    await soon(() => expect(second.heard).toEqual(['run_1']));
    second.bus.publish('other', 'x');
    second.bus.publish('runs', 'run_2');
    await soon(() => expect(first.heard).toEqual(['run_1', 'run_2']));
    expect(second.heard).toEqual(['run_1', 'run_2']);
  });

  it('sends what one turn of the event loop publishes in one statement', async () => {
    const [first, second] = [await newNode(), await newNode()];
    const statements: pg.PoolClient[] = [];
    first.pool.on('acquire', (client) => statements.push(client));
    const ids = Array.from({ length: 1_000 }, (_, n) => `run_${'0'.repeat(20)}${n}`);
    for (const id of ids) first.bus.publish('runs', id);
    await soon(() => expect(second.heard).toEqual(ids));
    expect(statements.length).toBe(1);
  });

  it('reconnects, and tells listeners that messages may be missing', async () => {
    const [first, second] = [await newNode(), await newNode()];
    const reconnects: number[] = [];
    for (const { bus } of [first, second]) bus.onReconnect(() => reconnects.push(Date.now()));
    const ended = await first.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'agent-gateway-bus'",
    );
    expect(ended.rowCount).toBe(2);
    await soon(() => expect(reconnects.length).toBe(2));
    first.bus.publish('runs', 'after');
    await soon(() => expect(second.heard).toEqual(['after']));
    second.bus.publish('runs', 'back');
    await soon(() => expect(first.heard).toContain('back'));
  });

  it('logs what it cannot send, and never throws', async () => {
    const { bus, pool, heard } = await newNode();
    ends.pop();
    await pool.end();
    errors.length = 0;
    bus.publish('runs', 'lost');
    await soon(() => expect(errors).toContain('the bus could not send'));
    expect(heard).toEqual(['lost']);
    await bus.stop();
  });

  it('starts even while the database is down', async () => {
    const pool = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' });
    const bus = createPostgresBus({ url: 'postgres://nobody@127.0.0.1:1/none', pool, log });
    await bus.start();
    await bus.stop();
    await bus.stop();
    await pool.end();
  });
});
