import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../harness/databases.ts';
import { forbiddenFields, forbiddenHeaders, traces, withForbidden, withoutChance } from './forbidden-fields.ts';
import { rows, seeds } from './matrix.ts';
import type { Operation } from './operations.ts';
import type { Request, Row } from './row.ts';
import { doerOf, sendAs } from './send-as.ts';
import { newRows, storedRows } from './stored-rows.ts';
import { createWorld, type World } from './world.ts';

/** Two turns or deliveries differ in every number; for these only the forbidden values are searched for. */
const ofTurns =
  /^(runs|run_events|messages|sessions|tool_calls|approvals|agent_health|usage|tool_usage|message_|deliveries|webhook_attempts|budget_reservations|workspace_budgets)/;

const titleOf = ({ operationId, name }: Row) => (name ? `${operationId} ${name}` : operationId);

// Reading a body does not depend on the engine; MATRIX=full tests both.
const tried = engines.filter((engine) => engine === 'sqlite' || process.env.MATRIX === 'full');
describe.each(tried)('fields that no caller may set, on %s', (engine) => {
  let world: World;

  beforeAll(async () => {
    world = await createWorld(engine, seeds);
  }, 300_000);
  afterAll(() => world?.gateway.stop());

  const operationOf = ({ operationId }: Row) => world.operations.get(operationId) as Operation;

  /** The answer and the stored rows, made comparable. */
  async function effectOf(row: Row, attack: (request: Request) => Request) {
    const { database } = world.gateway.gateway;
    const { principal, stance } = doerOf(row) ?? { principal: 'owner', stance: 'from home' };
    const request = attack(await row.request(world, principal === 'operator' ? 'owner' : principal));
    const before = await storedRows(database);
    const { status, answer } = await sendAs(world, row, principal, stance, request);
    const after = await storedRows(database);
    const comparable = withoutChance(world);
    const [written, removed] = [newRows(before, after), newRows(after, before)];
    return {
      status,
      body: comparable(answer.slice(answer.indexOf('\n') + 1)),
      written: written
        .filter((row) => !ofTurns.test(row))
        .map(comparable)
        .sort(),
      removed: removed
        .filter((row) => !ofTurns.test(row))
        .map(comparable)
        .sort(),
      traces: traces(world, [answer, ...written]),
      changes: written.length + removed.length,
    };
  }

  it('covers every write of the description', () => {
    const described = [...world.operations.values()].filter(({ method }) => method !== 'GET').map(({ id }) => id);
    const tried = new Set(rows.filter(doerOf).map(({ operationId }) => operationId));
    expect(described.filter((id) => !tried.has(id))).toEqual([]);
  });

  const writes = () => rows.filter((row) => doerOf(row) && !row.once && operationOf(row).method !== 'GET');

  it('have no effect in a body, in the query or in a header', async () => {
    const fields = forbiddenFields(world);
    for (const row of writes()) {
      const { body: schema, query: named, path } = operationOf(row);
      const unnamed = Object.entries(fields).filter(([name]) => !named.includes(name) && !path.includes(`{${name}}`));
      // Called once before: a change of a shared thing is then compared with its own repetition.
      await effectOf(row, (request) => request);
      const plain = await effectOf(row, (request) => request);
      expect.soft(plain.status, titleOf(row)).toBeLessThan(400);
      const query = Object.fromEntries(unnamed.map(([name, value]) => [name, String(value)]));
      // A route with query parameters refuses unknown ones.
      const isStrict = named.length > 0;
      if (isStrict) {
        const asked = await effectOf(row, (request) => ({ ...request, query: { ...query, ...request.query } }));
        expect.soft(asked, titleOf(row)).toMatchObject({ status: 400, changes: 0 });
      }
      const attacked = await effectOf(row, (request) => ({
        ...request,
        body: schema ? withForbidden(request.body === undefined ? {} : request.body, schema, fields) : fields,
        query: { ...(isStrict ? {} : query), ...request.query },
        headers: { ...forbiddenHeaders(world), ...request.headers },
      }));
      expect.soft(attacked, titleOf(row)).toEqual(plain);
    }
  }, 600_000);

  it('are refused if they would set a prototype', async () => {
    const fields = JSON.stringify(forbiddenFields(world));
    const { database } = world.gateway.gateway;
    for (const row of writes().filter(({ takesAnyBody }) => !takesAnyBody)) {
      const { principal, stance } = doerOf(row) ?? { principal: 'owner', stance: 'from home' };
      const request = await row.request(world, principal === 'operator' ? 'owner' : principal);
      // As text: in an object literal the name would set the prototype itself.
      const text = JSON.stringify(request.body ?? {});
      const bodies = [`"__proto__":${fields}`, `"constructor":{"prototype":${fields}}`].map(
        (smuggled) => `{${smuggled}${text === '{}' ? '}' : `,${text.slice(1)}`}`,
      );
      const before = await storedRows(database);
      const answers = await Promise.all(
        bodies.map((rawBody) => sendAs(world, row, principal, stance, { ...request, rawBody })),
      );
      const after = await storedRows(database);
      const statuses = answers.map(({ status }) => status);
      const changes = newRows(before, after).length + newRows(after, before).length;
      expect.soft({ statuses, changes }, titleOf(row)).toEqual({ statuses: [400, 400], changes: 0 });
    }
    expect(({} as { role?: string }).role).toBeUndefined();
  }, 600_000);
});
