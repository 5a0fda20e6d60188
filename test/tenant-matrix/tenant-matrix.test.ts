import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../harness/databases.ts';
import { faultsOfIdsInBodies } from './ids-in-bodies.ts';
import { faultsOfKey, keyKinds, keysOf } from './keys-as-principals.ts';
import { rows, seeds } from './matrix.ts';
import { type Principal, principals, type Request, type Row, type Stance } from './row.ts';
import { sendAs } from './send-as.ts';
import { newRows, storedRows } from './stored-rows.ts';
import { createWorld, type World } from './world.ts';

const titleOf = ({ operationId, name }: Row) => (name ? `${operationId} ${name}` : operationId);

describe.each(engines)('the tenant matrix on %s', (engine) => {
  let world: World;

  beforeAll(async () => {
    world = await createWorld(engine, seeds);
  }, 300_000);
  afterAll(() => world?.gateway.stop());

  it('has a row for every operation, and no row without one', () => {
    const described = [...world.operations.keys()];
    const covered = new Set(rows.map(({ operationId }) => operationId));
    expect(
      described.filter((id) => !covered.has(id)),
      'add a row to test/tenant-matrix/matrix-*.ts',
    ).toEqual([]);
    expect([...covered].filter((id) => !world.operations.has(id))).toEqual([]);
  });

  it('calls every operation as each of the eight principals', () => {
    for (const row of rows) {
      const callers = Object.values(row.expected).flatMap((statuses) => Object.keys(statuses));
      expect(new Set(callers), titleOf(row)).toEqual(new Set(principals));
    }
  });

  type Call = { principal: Principal; stance: Stance; status: number };
  // Permissions are checked before any SQL. On the second engine only those principals are needed whom only a WHERE
  // clause keeps out; MATRIX=full tests all on both.
  const isSent = (principal: Principal) =>
    engine === 'sqlite' || process.env.MATRIX === 'full' || principal === 'other' || principal === 'colleague';
  const callsOf = ({ expected }: Row): Call[] =>
    (Object.entries(expected) as [Stance, Record<Principal, number>][]).flatMap(([stance, statuses]) =>
      (Object.entries(statuses) as [Principal, number][])
        .filter(([principal]) => isSent(principal))
        .map(([principal, status]) => ({ principal, stance, status })),
    );

  /** The rows that a call must not change: all if it is refused, Acme's if an outsider acts at home. */
  function untouchedBy({ operationId }: Row, { principal, stance, status }: Call): 'all' | 'acme' | undefined {
    if (world.operations.get(operationId)?.method === 'GET') return undefined;
    if (status >= 400) return 'all';
    return stance === 'from home' && ['removed', 'other', 'grantee'].includes(principal) ? 'acme' : undefined;
  }

  const nameOf = ({ principal, stance }: Call) => `${principal} ${stance}`;

  /** The faults of one answer; empty if there are none. */
  async function faultsOfAnswer(row: Row, call: Call, request: Request): Promise<string[]> {
    const { principal, stance, status: expected } = call;
    const { status, answer, request: sent } = await sendAs(world, row, principal, stance, request);
    const who = nameOf(call);
    const allowed = `${sent}\n${row.shows?.(world).join('\n')}`;
    const faults = world.canaries.leaks(principal, answer, allowed).map((label) => `${who} sees ${label}`);
    if (status !== expected) faults.push(`${who} gets ${status} instead of ${expected}: ${answer.slice(0, 500)}`);
    return faults;
  }

  /** What calls answered wrongly, or wrote although they must not, sent together. */
  async function faultsOf(row: Row, calls: readonly Call[], untouched?: 'all' | 'acme'): Promise<string[]> {
    const requests: Request[] = [];
    for (const { principal } of calls) requests.push(await row.request(world, principal));
    const snapshot = async () => (untouched ? storedRows(world.gateway.gateway.database) : new Map());
    const isTheirs = (text: string) => untouched === 'acme' && !text.includes(world.acme.workspaceId);
    const before = await snapshot();
    const faults = await Promise.all(calls.map((call, place) => faultsOfAnswer(row, call, requests[place] as Request)));
    const after = await snapshot();
    const who = calls.map(nameOf).join(' or ');
    const written = newRows(before, after).filter((text) => !isTheirs(text));
    const gone = newRows(after, before).filter((text) => !isTheirs(text));
    return [
      ...faults.flat(),
      ...written.map((text) => `${who} had no business to write ${text}`),
      ...gone.map((text) => `${who} had no business to remove ${text}`),
    ];
  }

  it.each(rows.map((row) => [titleOf(row), row] as const))('%s', async (_title, row) => {
    const calls = Map.groupBy(callsOf(row), (call) => untouchedBy(row, call) ?? 'free');
    const free = calls.get('free') ?? [];
    const faults = (await Promise.all(free.map((call) => faultsOf(row, [call])))).flat();
    // Refused calls write nothing, so none of them is in the way of another.
    faults.push(...(await faultsOf(row, calls.get('all') ?? [], 'all')));
    for (const call of calls.get('acme') ?? []) faults.push(...(await faultsOf(row, [call], 'acme')));
    expect(faults).toEqual([]);
    if (row.operator !== undefined) {
      const { status } = await sendAs(world, row, 'operator', 'from home', await row.request(world, 'owner'));
      expect(status).toBe(row.operator);
    }
  });

  // A key is read by one statement, which the tests of keys cover on both engines; MATRIX=full tests it on both.
  const keyKindsHere = engine === 'sqlite' || process.env.MATRIX === 'full' ? keyKinds : [];
  for (const kind of keyKindsHere)
    it(`answers every operation to a ${kind} key as its maker and its scopes allow`, async () => {
      const keys = await keysOf(world);
      const faults: string[] = [];
      for (const row of rows)
        for (const fault of await faultsOfKey(world, row, kind, keys[kind])) faults.push(`${titleOf(row)}: ${fault}`);
      expect(faults).toEqual([]);
    }, 600_000);

  it('accepts no id of another tenant or of a colleague in any body', async () => {
    const { faults, tried } = await faultsOfIdsInBodies(world, rows);
    expect(faults).toEqual([]);
    expect(tried).toBeGreaterThan(30);
  }, 600_000);

  it('detects a canary of another tenant, and a refused call that writes', async () => {
    const { canaries, acme, globex } = world;
    const answer = await globex.as('GET', `/agents/${globex.agentId}`);
    expect(canaries.leaks('other', answer.text, '')).toEqual([]);
    expect(canaries.leaks('owner', answer.text, '')).toEqual(
      expect.arrayContaining(['globex: agent name', 'globex: agent prompt', 'globex: agent id']),
    );
    expect(canaries.leaks('owner', Buffer.from(`1.${globex.agentId}`).toString('base64url'), '')).toHaveLength(1);
    const database = world.gateway.gateway.database;
    const before = await storedRows(database);
    await acme.as('POST', '/agents', { name: 'Another' });
    // The agent and its first version.
    expect(newRows(before, await storedRows(database))).toHaveLength(2);
  });
});
