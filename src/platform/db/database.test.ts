import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyPlace, engines, type Place } from '../../../test/harness/databases.ts';
import { arrayLiteral } from './array-literal.ts';
import type { Database, Reader, Transaction } from './database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';

describe.each(engines)('the database on %s', (engine) => {
  let place: Place;
  let database: Database;
  const open = () =>
    openDatabase(
      { databaseUrl: place.settings.DATABASE_URL, dataDirectory: place.settings.DATA_DIR ?? '', poolSize: 5 },
      () => undefined,
    );

  beforeAll(async () => {
    place = await emptyPlace(engine);
    database = open();
    await database.run('CREATE TABLE things (id TEXT PRIMARY KEY, count BIGINT NOT NULL)');
  });
  afterAll(async () => {
    await database.close();
    await place.remove();
  });
  const count = async () =>
    Number((await database.get<{ n: number }>('SELECT CAST(count(*) AS INTEGER) AS n FROM things'))?.n);

  it('reads back what was written, with numbers as numbers', async () => {
    const { rows } = await database.run<{ id: string; count: number }>(
      'INSERT INTO things (id, count) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET count = $2 RETURNING id, count',
      ['a', 1_700_000_000_000],
    );
    expect(rows).toEqual([{ id: 'a', count: 1_700_000_000_000 }]);
  });

  it('gives as many rows as a limit says, and another number the next time', async () => {
    const rows = async (limit: number, offset: number) =>
      (
        await database.all<{ n: number }>(
          `SELECT n FROM (SELECT 1 AS n UNION SELECT 2 UNION SELECT 3 UNION SELECT 4) AS numbers
           WHERE n IN (SELECT 1 UNION SELECT 2 UNION SELECT 3 ORDER BY 1 LIMIT $3) ORDER BY n LIMIT $1 OFFSET $2`,
          [limit, offset, 3],
        )
      ).map(({ n }) => Number(n));
    expect(await rows(2, 0)).toEqual([1, 2]);
    expect(await rows(10, 1)).toEqual([2, 3]);
    expect(await rows(0, 0)).toEqual([]);
    expect(await rows(1, 2)).toEqual([3]);
  });

  if (engine === 'postgres')
    it('accepts lists of any texts and numbers', async () => {
      const plain = ['', 'NULL', 'null', 'a,b', '{}', '"quoted"', '\\back\\slash', '\\"', 'ä€😀', ' padded '];
      const odd = ['line\nbreak', 'tab\t', '\b\f\r', '\\n', '\\\\u0041', '\u0001', '\u007f'];
      const read = async (values: (string | number | null)[], type = 'text') =>
        (
          await database.all<{ value: unknown }>(
            `SELECT value FROM unnest($1::${type}[]) WITH ORDINALITY AS t(value, n) ORDER BY n`,
            [arrayLiteral(values)],
          )
        ).map(({ value }) => value);
      expect(await read([])).toEqual([]);
      expect(await read([...plain, null])).toEqual([...plain, null]);
      const escaped = ['{"a":"b\\nc"}', '\\\\n', '\\t', '\\', '\\\\u0041'];
      expect(await read(escaped)).toEqual(escaped);
      for (const value of [...odd, ...escaped]) expect(await read([value, '\\n'])).toEqual([value, '\\n']);
      expect(await read([...odd, ...plain, null])).toEqual([...odd, ...plain, null]);
      // Half of a pair is no letter.
      expect(await read(['\ud83d'])).toEqual(['\ufffd']);
      expect(await read([1, null, -2, 1_700_000_000_000], 'bigint')).toEqual([1, null, -2, 1_700_000_000_000]);
    });

  it('is not disturbed by a column that another node adds', async () => {
    await database.run('CREATE TABLE growing (id TEXT PRIMARY KEY)');
    await database.run("INSERT INTO growing (id) VALUES ('a')");
    const read = () => database.all('SELECT * FROM growing');
    const write = () =>
      database.transaction(async (tx) => {
        await tx.run("UPDATE growing SET id = 'a' RETURNING *");
        return tx.all('SELECT * FROM growing ORDER BY id');
      });
    expect([await read(), await write()]).toEqual([[{ id: 'a' }], [{ id: 'a' }]]);
    await database.run('ALTER TABLE growing ADD COLUMN later TEXT');
    const grown = [{ id: 'a', later: null }];
    expect([await write(), await read()]).toEqual([grown, grown]);
  });

  it('writes many rows and says what became of each', async () => {
    const changes = await database.transaction(async (tx) => {
      await tx.runEach('INSERT INTO things (id, count) VALUES ($1, $2)', [
        ['each-1', 1],
        ['each-2', 2],
      ]);
      return tx.runEach('UPDATE things SET count = count + 1 WHERE id = $1 AND count = $2', [
        ['each-1', 1],
        ['each-2', 7],
      ]);
    });
    expect(changes).toEqual([1, 0]);
  });

  it('undoes all that was done together when one piece of it fails, and goes on', async () => {
    const insert = (tx: Transaction, id: string) => tx.run('INSERT INTO things (id, count) VALUES ($1, 1)', [id]);
    const before = await count();
    const failing = database.transaction((tx) =>
      tx.together(
        () => insert(tx, 'one'),
        // Deeper than the next, which fails because this one does and is heard of first.
        async () => await (async () => await (async () => await insert(tx, 'one'))())(),
        () => insert(tx, 'two'),
        async () => {
          await insert(tx, 'three');
          await insert(tx, 'four');
        },
      ),
    );
    await expect(failing).rejects.toThrow(/unique/i);
    expect(await count()).toBe(before);
    await database.transaction((tx) =>
      tx.together(
        () => insert(tx, 'one'),
        () => insert(tx, 'two'),
      ),
    );
    expect(await count()).toBe(before + 2);
  });

  describe('the last statements of a transaction', () => {
    const insert = (tx: Transaction, id: string) => tx.run('INSERT INTO things (id, count) VALUES ($1, 1)', [id]);
    const add = (tx: Transaction, id: string) =>
      tx.must('UPDATE things SET count = count + 1 WHERE id = $1', [id], () => new Error(`no ${id}`));

    it('are stored with their results, alone and after others', async () => {
      let read: unknown;
      await database.transaction((tx) =>
        tx.last(
          () => insert(tx, 'last-1'),
          async () => {
            read = await tx.get("SELECT count FROM things WHERE id = 'last-1'");
          },
          // What it waits for is there at once.
          async () => await (async () => undefined)().then(() => add(tx, 'last-1')),
        ),
      );
      expect(read).toEqual({ count: 1 });
      const heard: string[] = [];
      await database.transaction(async (tx) => {
        await insert(tx, 'last-2');
        await tx.last(
          () => add(tx, 'last-2'),
          () => insert(tx, 'last-3'),
        );
        tx.afterCommit(() => heard.push('committed'));
      });
      expect(heard).toEqual(['committed']);
      const rows = await database.all("SELECT id, count FROM things WHERE id LIKE 'last-%' ORDER BY id");
      expect(rows).toEqual([
        { id: 'last-1', count: 2 },
        { id: 'last-2', count: 2 },
        { id: 'last-3', count: 1 },
      ]);
    });

    it.each([
      ['a row is not there that must change', 'no absent', (tx: Transaction) => add(tx, 'absent')],
      [
        'a row is there that must be new',
        'taken',
        (tx: Transaction) =>
          tx.must("INSERT INTO things (id, count) VALUES ('never', 1)", [], () => new Error('taken')),
      ],
      ['a statement fails', /unique/i, (tx: Transaction) => insert(tx, 'never')],
      [
        'a work throws before it asks',
        'unwilling',
        async () => {
          throw new Error('unwilling');
        },
      ],
    ])('leave nothing if %s', async (_, message, work) => {
      const before = await count();
      for (const some of [0, 1])
        await expect(
          database.transaction(async (tx) => {
            if (some > 0) await insert(tx, 'earlier');
            tx.afterCommit(() => expect.unreachable());
            await tx.last(
              () => insert(tx, 'never'),
              () => work(tx),
              () => insert(tx, 'nor this'),
            );
          }),
        ).rejects.toThrow(message);
      expect(await count()).toBe(before);
      expect(await database.get('SELECT 1 AS one')).toEqual({ one: 1 });
    });

    it('know a division by zero of their own from a row that is not there', async () => {
      if (engine === 'sqlite') return;
      const failing = database.transaction((tx) =>
        tx.last(
          () => add(tx, 'a'),
          () => tx.get('SELECT 1 / count(*) FROM things WHERE id IS NULL'),
        ),
      );
      await expect(failing).rejects.toThrow('division by zero');
    });

    it('are refused after the end', async () => {
      if (engine === 'sqlite') return;
      const late = database.transaction((tx) =>
        tx.last(async () => {
          await tx.get('SELECT 1');
          await insert(tx, 'late');
        }),
      );
      await expect(late).rejects.toThrow('over');
      expect(await database.get("SELECT id FROM things WHERE id = 'late'")).toBeUndefined();
    });
  });

  it('prepares a statement once on a connection, also one that always fails', async () => {
    if (engine === 'sqlite') return;
    const sql = 'SELECT 1 / $1::int AS never';
    const prepared = () =>
      database.get<{ n: number }>(
        'SELECT max(n) AS n FROM (SELECT count(*) AS n FROM pg_prepared_statements WHERE statement = $1 GROUP BY statement) s',
        [sql],
      );
    for (let n = 0; n < 30; n += 1) await expect(database.get(sql, [0])).rejects.toThrow('division by zero');
    expect((await prepared())?.n ?? 0).toBeLessThanOrEqual(1);
  });

  it('reads several things together, each with its own outcome', async () => {
    const read = (reader: Reader, value: number) => reader.get<{ one: number }>('SELECT 1 / $1 AS one', [value]);
    const outcomes = await database.readTogether((reader) =>
      Promise.allSettled([reader.all('SELECT 7 AS n'), read(reader, 1), reader.get('SELECT nothing FROM nowhere')]),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(outcomes[0]).toMatchObject({ value: [{ n: 7 }] });
    const later = await database.readTogether(async (reader) => {
      await reader.get('SELECT 1');
      return reader.get('SELECT 2 AS n');
    });
    expect(later).toEqual({ n: 2 });
  });

  it('survives that the server ends its connections, again and again', async () => {
    if (engine === 'sqlite') return;
    const other = open();
    let over = false;
    const asking = Array.from({ length: 4 }, async () => {
      // What fails meanwhile fails as an answer, never as an error that nobody expects.
      while (!over) await database.get('SELECT 1').catch(() => undefined);
    });
    for (let round = 0; round < 20; round += 1) {
      await other.all(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      await sleep(10);
    }
    over = true;
    await Promise.all(asking);
    await other.close();
    expect(await database.get('SELECT 1 AS one')).toEqual({ one: 1 });
    expect(await database.get('SHOW jit')).toEqual({ jit: 'off' });
  });

  it('loses its locks when it stalls within a transaction, and goes on afterwards', async () => {
    if (engine === 'sqlite') return;
    expect(await database.get('SHOW idle_in_transaction_session_timeout')).toEqual({
      idle_in_transaction_session_timeout: '15s',
    });
    await database.run("INSERT INTO things VALUES ('held', 1)");
    const frozen = database.transaction(async (tx) => {
      await tx.script("SET LOCAL idle_in_transaction_session_timeout = '200ms'");
      await tx.run("UPDATE things SET count = 2 WHERE id = 'held'");
      await sleep(600);
      await tx.run("UPDATE things SET count = 3 WHERE id = 'held'");
    });
    const outcome = expect(frozen).rejects.toMatchObject({ code: 'unavailable' });
    await sleep(50);
    // It waits for the row, and has it before the other wakes up.
    await database.run("UPDATE things SET count = count + 10 WHERE id = 'held'");
    await outcome;
    expect(await database.get("SELECT count FROM things WHERE id = 'held'")).toEqual({ count: 11 });
    await database.run("DELETE FROM things WHERE id = 'held'");
  });

  it('reads a steady row as it is, whatever changed it', async () => {
    await database.run('CREATE TABLE houses (id TEXT PRIMARY KEY, colour TEXT NOT NULL)');
    await database.run(
      'CREATE TABLE rooms (id TEXT PRIMARY KEY, house_id TEXT NOT NULL REFERENCES houses (id) ON DELETE CASCADE, name TEXT NOT NULL)',
    );
    const sql = 'SELECT h.colour, r.name FROM houses h LEFT JOIN rooms r ON r.house_id = h.id WHERE h.id = $1';
    const read = (reader: Reader = database) => reader.steady<{ colour: string; name: string | null }>(sql, ['one']);
    expect(await read()).toBeUndefined();
    await database.run("INSERT INTO houses (id, colour) VALUES ('one', 'red')");
    expect(await read()).toEqual({ colour: 'red', name: null });
    await database.run("INSERT INTO rooms (id, house_id, name) VALUES ('room', 'one', 'Kitchen')");
    expect(await read()).toEqual({ colour: 'red', name: 'Kitchen' });
    await database.transaction(async (tx) => {
      await tx.run("UPDATE houses SET colour = 'blue' WHERE id = 'one'");
      expect(await read(tx)).toEqual({ colour: 'blue', name: 'Kitchen' });
      expect(await read()).toEqual({ colour: 'red', name: 'Kitchen' });
    });
    expect(await read()).toEqual({ colour: 'blue', name: 'Kitchen' });
    await database.transaction(async (tx) => {
      await tx.run("UPDATE houses SET colour = 'white' WHERE id = 'one'");
      // Longer than a row is kept.
      await sleep(1_100);
      expect((await read())?.colour).toBe('blue');
    });
    expect((await read())?.colour).toBe('white');
    const undo = new Error('undo');
    await expect(
      database.transaction(async (tx) => {
        await tx.run("UPDATE rooms SET name = 'Bath'");
        expect((await read(tx))?.name).toBe('Bath');
        throw undo;
      }),
    ).rejects.toBe(undo);
    expect((await read())?.name).toBe('Kitchen');
    await database.transaction((tx) => tx.runEach('UPDATE rooms SET name = $1', [['Attic'], ['Cellar']]));
    expect((await read())?.name).toBe('Cellar');
    await database.run("WITH changed AS (SELECT 'Hall' AS name) UPDATE rooms SET name = (SELECT name FROM changed)");
    expect((await read())?.name).toBe('Hall');
    expect(await database.run("UPDATE houses SET colour = 'green' RETURNING colour")).toMatchObject({ changes: 1 });
    expect(await read()).toEqual({ colour: 'green', name: 'Hall' });
    const [kept, again] = [await read(), await read()];
    expect(kept === again).toBe(engine === 'sqlite');
    await database.run("DELETE FROM houses WHERE id = 'one'");
    expect(await read()).toBeUndefined();
  });

  it('reads a steady row in a transaction as the transaction has it', async () => {
    await database.run('CREATE TABLE doors (id TEXT PRIMARY KEY, colour TEXT NOT NULL)');
    await database.run('CREATE TABLE keys_of_doors (id TEXT PRIMARY KEY)');
    const read = (reader: Reader) =>
      reader.steady<{ colour: string }>('SELECT colour FROM doors WHERE id = $1', ['front']);
    const within = (work: (tx: Transaction) => Promise<unknown> = async () => undefined) =>
      database.transaction(async (tx) => {
        await work(tx);
        return read(tx);
      });
    expect(await within()).toBeUndefined();
    expect(await within()).toBeUndefined();
    expect(await read(database)).toBeUndefined();
    const insert = "INSERT INTO doors (id, colour) VALUES ('front', 'red')";
    // Both share a commit on SQLite, and the second sees what the first did.
    const found = await Promise.all([within((tx) => tx.run(insert)), within(), read(database)]);
    expect(found[0]).toEqual({ colour: 'red' });
    if (engine === 'sqlite') expect(found.slice(1)).toEqual([{ colour: 'red' }, undefined]);
    const keys = () => database.steady('SELECT id FROM keys_of_doors WHERE id = $1', ['one']);
    expect(await keys()).toBeUndefined();
    await database.run("UPDATE doors SET colour = 'red'");
    const kept = await within();
    // What is written elsewhere does not matter.
    const again = await within((tx) => tx.run("INSERT INTO keys_of_doors (id) VALUES ('one')"));
    expect(await keys()).toEqual({ id: 'one' });
    expect(again).toEqual({ colour: 'red' });
    expect(kept === again && kept === (await read(database))).toBe(engine === 'sqlite');
    const failing = within(async (tx) => {
      await tx.run("UPDATE doors SET colour = 'blue'");
      expect(await read(tx)).toEqual({ colour: 'blue' });
      throw new Error('undo');
    });
    await expect(failing).rejects.toThrow('undo');
    expect(await within()).toEqual({ colour: 'red' });
    await database.run("UPDATE doors SET colour = 'green'");
    expect(await within()).toEqual({ colour: 'green' });
    expect(await within((tx) => tx.run('DELETE FROM doors'))).toBeUndefined();
    expect(await within()).toBeUndefined();
    // A kept row is no way around the end of a transaction. (PostgreSQL's is tested above.)
    let over: Transaction | undefined;
    await within(async (tx) => {
      over = tx;
    });
    if (engine === 'sqlite') await expect(read(over as Transaction)).rejects.toThrow('over');
  });

  it('undoes the whole transaction when it throws', async () => {
    const before = await count();
    const failing = database.transaction(async (tx) => {
      await tx.run('INSERT INTO things (id, count) VALUES ($1, 1)', ['gone']);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await count()).toBe(before);
  });

  it('keeps two interleaved tasks out of each other’s transactions', async () => {
    let outside: Promise<unknown> = Promise.resolve();
    const failing = database.transaction(async (tx) => {
      await tx.run('INSERT INTO things (id, count) VALUES ($1, 1)', ['inside']);
      // Another task writes and reads while this transaction is open and waiting.
      outside = Promise.all([
        database.run('INSERT INTO things (id, count) VALUES ($1, 1)', ['outside']),
        database.get('SELECT id FROM things WHERE id = $1', ['inside']).then((row) => expect(row).toBeUndefined()),
      ]);
      await sleep(20);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await outside;
    expect(await database.get('SELECT id FROM things WHERE id = $1', ['outside'])).toEqual({ id: 'outside' });
    expect(await database.get('SELECT id FROM things WHERE id = $1', ['inside'])).toBeUndefined();
  });

  it('lets one failing transaction of a group fail alone', async () => {
    const work = (id: string) =>
      database.transaction(async (tx) => {
        await tx.run('INSERT INTO things (id, count) VALUES ($1, 1)', [id]);
        return id;
      });
    const outcomes = await Promise.allSettled([work('g1'), work('g2'), work('g1'), work('g3')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    const stored = await database.all<{ id: string }>("SELECT id FROM things WHERE id LIKE 'g_' ORDER BY id");
    expect(stored.map(({ id }) => id)).toEqual(['g1', 'g2', 'g3']);
  });

  it('stores all others once when some of every group fail, before and after the first failure', async () => {
    const insert = (id: string, fails: boolean) =>
      database.transaction(async (tx) => {
        await tx.run('INSERT INTO things (id, count) VALUES ($1, 0)', [id]);
        await tx.run('UPDATE things SET count = count + 1 WHERE id = $1', [id]);
        if (fails) throw new Error(`${id} fails`);
      });
    for (let group = 0; group < 5; group += 1) {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) => insert(`group-${group}-${String(n).padStart(2, '0')}`, n % 7 === 3)),
      );
      expect(outcomes.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))).toEqual([3, 10, 17]);
      const { reason } = outcomes[10] as PromiseRejectedResult;
      expect((reason as Error).message).toBe(`group-${group}-10 fails`);
    }
    const stored = await database.all<{ id: string; count: number }>(
      "SELECT id, count FROM things WHERE id LIKE 'group-%'",
    );
    expect(stored).toHaveLength(5 * 17);
    expect(stored.every(({ count }) => count === 1)).toBe(true);
  });

  it('runs each transaction in the context of its caller, also in a group', async () => {
    const context = new AsyncLocalStorage<number>();
    const seen = await Promise.all(
      [1, 2, 3].map((request) =>
        context.run(request, () =>
          database.transaction(async (tx) => {
            await tx.get('SELECT 1');
            return context.getStore();
          }),
        ),
      ),
    );
    expect(seen).toEqual([1, 2, 3]);
  });

  it('refuses a transaction that is used after its end', async () => {
    let kept: { run(sql: string): Promise<unknown> } | undefined;
    await database.transaction(async (tx) => {
      kept = tx;
    });
    await expect(kept?.run("INSERT INTO things (id, count) VALUES ('late', 1)")).rejects.toThrow('over');
  });

  it('runs what waits for the commit after a commit and never after a rollback', async () => {
    const heard: string[] = [];
    await database.transaction(async (tx) => tx.afterCommit(() => heard.push('committed')));
    await database
      .transaction(async (tx) => {
        tx.afterCommit(() => heard.push('rolled back'));
        throw new Error('no');
      })
      .catch(() => undefined);
    expect(heard).toEqual(['committed']);
  });

  it('migrates once however many nodes start together', async () => {
    const others = engine === 'postgres' ? [open(), open(), open()] : [database, database, database];
    const applied = await Promise.all(others.map((other) => migrate(other, Date.now())));
    expect(applied.flat().length).toBeGreaterThan(0);
    expect(new Set(applied.flat()).size).toBe(applied.flat().length);
    let transactions = 0;
    const transaction: Database['transaction'] = (work) => {
      transactions += 1;
      return database.transaction(work);
    };
    expect(await migrate({ ...database, transaction }, Date.now())).toEqual([]);
    expect(transactions).toBe(1);
    // A change of what is applied is still found.
    const [changed = ''] = applied.flat();
    await database.run("UPDATE schema_migrations SET digest = 'other' WHERE name = $1", [changed]);
    await expect(migrate(database, Date.now())).rejects.toThrow(`${changed} was changed`);
    if (engine === 'postgres') await Promise.all(others.map((other) => other.close()));
  });
});

describe('the embedded database', () => {
  it('is refused to a second opener of the same folder', async () => {
    const place = await emptyPlace('sqlite');
    const settings = { dataDirectory: place.settings.DATA_DIR ?? '', poolSize: 1 };
    const first = openDatabase(settings, () => undefined);
    expect(() => openDatabase(settings, () => undefined)).toThrow('in use by another gateway');
    await first.close();
    await openDatabase(settings, () => undefined).close();
    await place.remove();
  });

  it('keeps serving the event loop while a flood of writes is committed', async () => {
    const place = await emptyPlace('sqlite');
    const database = openDatabase({ dataDirectory: place.settings.DATA_DIR ?? '', poolSize: 1 }, () => undefined);
    await database.run('CREATE TABLE t (n BIGINT)');
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 1);
    for (let n = 0; n < 500; n += 1) await database.run('INSERT INTO t (n) VALUES ($1)', [n]);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(3);
    await database.close();
    await place.remove();
  });
});
