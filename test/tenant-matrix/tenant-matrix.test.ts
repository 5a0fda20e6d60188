import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../harness/databases.ts';
import { knock } from './knock.ts';
import { rows, seeds } from './matrix.ts';
import { type Principal, principals, type Row, type Stance } from './row.ts';
import { newRows, storedRows } from './stored-rows.ts';
import { createWorld, type World } from './world.ts';

const titleOf = ({ operationId, name }: Row) => (name ? `${operationId} ${name}` : operationId);

describe.each(engines)('the tenant matrix on %s', (engine) => {
  let world: World;

  beforeAll(async () => {
    world = await createWorld(engine, seeds);
  });
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

  it('calls every operation as each of the seven principals', () => {
    for (const row of rows) {
      const callers = Object.values(row.expected).flatMap((statuses) => Object.keys(statuses));
      expect(new Set(callers), titleOf(row)).toEqual(new Set(principals));
    }
  });

  /** What is wrong with one answer; empty when all is well. */
  async function faultsOf(row: Row, principal: Principal, stance: Stance, expected: number): Promise<string[]> {
    const database = world.gateway.gateway.database;
    const request = await row.request(world, principal);
    const refusedWrite = expected >= 400 && world.operations.get(row.operationId)?.method !== 'GET';
    const before = refusedWrite ? await storedRows(database) : [];
    const { status, answer, request: sent } = await knock(world, row, principal, stance, request);
    const who = `${principal} ${stance}`;
    const allowed = `${sent}\n${row.shows?.(world).join('\n')}`;
    const faults = world.canaries.leaks(principal, answer, allowed).map((label) => `${who} sees ${label}`);
    if (status !== expected) faults.push(`${who} gets ${status} instead of ${expected}: ${answer.slice(0, 500)}`);
    if (refusedWrite) {
      const after = await storedRows(database);
      for (const written of newRows(before, after)) faults.push(`${who} was refused and still wrote ${written}`);
      for (const gone of newRows(after, before)) faults.push(`${who} was refused and still removed ${gone}`);
    }
    return faults;
  }

  it.each(rows.map((row) => [titleOf(row), row] as const))('%s', async (_title, row) => {
    const calls = (Object.entries(row.expected) as [Stance, Record<Principal, number>][]).flatMap(
      ([stance, statuses]) =>
        (Object.entries(statuses) as [Principal, number][]).map(([principal, status]) => ({
          principal,
          stance,
          status,
        })),
    );
    // All at once where nothing is compared; a refusal is looked at while no one else writes.
    const admitted = calls.filter(({ status }) => status < 400);
    const faults = (
      await Promise.all(admitted.map(({ principal, stance, status }) => faultsOf(row, principal, stance, status)))
    ).flat();
    for (const { principal, stance, status } of calls.filter((call) => call.status >= 400))
      faults.push(...(await faultsOf(row, principal, stance, status)));
    expect(faults).toEqual([]);
    if (row.operator !== undefined) {
      const { status } = await knock(world, row, 'operator', 'from home', await row.request(world, 'owner'));
      expect(status).toBe(row.operator);
    }
  });

  it('would notice: a canary of another tenant, and a refused call that writes', async () => {
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
    expect(newRows(before, await storedRows(database))).toHaveLength(1);
  });
});
