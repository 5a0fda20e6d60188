import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../harness/databases.ts';
import { forbiddenFields, forbiddenHeaders, withForbidden, withoutChance } from './forbidden-fields.ts';
import { knock } from './knock.ts';
import { rows, seeds } from './matrix.ts';
import type { Operation } from './operations.ts';
import type { Request, Row } from './row.ts';
import { newRows, storedRows } from './stored-rows.ts';
import { createWorld, type World } from './world.ts';

const titleOf = ({ operationId, name }: Row) => (name ? `${operationId} ${name}` : operationId);
const succeeds = (row: Row) =>
  (row.operator ?? row.expected['in acme']?.owner ?? row.expected['from home']?.owner ?? 500) < 400;

describe.each(engines)('fields that no caller may set, on %s', (engine) => {
  let world: World;

  beforeAll(async () => {
    world = await createWorld(engine, seeds);
  });
  afterAll(() => world?.gateway.stop());

  const operationOf = ({ operationId }: Row) => world.operations.get(operationId) as Operation;

  /** What the request answers and what it leaves behind, made comparable. */
  async function effectOf(row: Row, attack: (request: Request) => Request) {
    const { database } = world.gateway.gateway;
    const principal = row.operator === undefined ? 'owner' : 'operator';
    const stance = row.expected['in acme'] ? 'in acme' : 'from home';
    const request = attack(await row.request(world, 'owner'));
    const before = await storedRows(database);
    const { status, answer } = await knock(world, row, principal, stance, request);
    const after = await storedRows(database);
    const comparable = withoutChance(world);
    return {
      status,
      body: comparable(answer.slice(answer.indexOf('\n') + 1)),
      written: newRows(before, after).map(comparable).sort(),
      removed: newRows(after, before).map(comparable).sort(),
    };
  }

  it('covers every write of the description', () => {
    const described = [...world.operations.values()].filter(({ method }) => method !== 'GET').map(({ id }) => id);
    const tried = new Set(rows.filter(succeeds).map(({ operationId }) => operationId));
    expect(described.filter((id) => !tried.has(id))).toEqual([]);
  });

  const writes = () => rows.filter((row) => succeeds(row) && !row.once && operationOf(row).method !== 'GET');

  it('have no effect in a body, in the query or in a header', async () => {
    const fields = forbiddenFields(world);
    for (const row of writes()) {
      const { body: schema, query: named, path } = operationOf(row);
      const unnamed = Object.entries(fields).filter(([name]) => !named.includes(name) && !path.includes(`{${name}}`));
      // Once before: what changes shared things is then compared with its own repetition.
      await effectOf(row, (request) => request);
      const plain = await effectOf(row, (request) => request);
      expect.soft(plain.status, titleOf(row)).toBeLessThan(400);
      const attacked = await effectOf(row, (request) => ({
        ...request,
        body: schema ? withForbidden(request.body === undefined ? {} : request.body, schema, fields) : fields,
        query: { ...Object.fromEntries(unnamed.map(([name, value]) => [name, String(value)])), ...request.query },
        headers: { ...forbiddenHeaders(world), ...request.headers },
      }));
      expect.soft(attacked, titleOf(row)).toEqual(plain);
    }
  });

  it('are refused where they would become a prototype', async () => {
    const fields = JSON.stringify(forbiddenFields(world));
    for (const row of writes())
      for (const smuggled of [`"__proto__":${fields}`, `"constructor":{"prototype":${fields}}`]) {
        const { status, written, removed } = await effectOf(row, (request) => {
          // As text: in a literal the name would be the prototype itself.
          const text = JSON.stringify(request.body ?? {});
          return { ...request, rawBody: `{${smuggled}${text === '{}' ? '}' : `,${text.slice(1)}`}` };
        });
        expect.soft({ status, written, removed }, titleOf(row)).toEqual({ status: 400, written: [], removed: [] });
      }
    expect(({} as { role?: string }).role).toBeUndefined();
  });
});
