import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { type Act, actingAs, type QuickPerson, quickPerson } from '../../../test/harness/people.ts';
import type { Agent, Capabilities } from './agents.schema.ts';

type Problem = { code: string; detail: string; errors: { path: string; message: string }[] };
type Page = { data: Agent[]; nextCursor: string | null };

const defaults = {
  description: '',
  systemPrompt: '',
  provider: null,
  model: null,
  temperature: null,
  maxTokens: null,
  maxSteps: 10,
  timeoutMs: 120_000,
  tools: [],
  skills: [],
  approvals: [],
  spawn: { enabled: false, maxDepth: 1, maxChildren: 5, agents: [] },
  memoryProfileId: null,
  metadata: {},
};

describe.each(engines)('agents on %s', (engine) => {
  let gateway: TestGateway;
  let ada: QuickPerson;
  let asAda: Act;
  let asBob: Act;

  beforeAll(async () => {
    gateway = await startGateway(engine);
    ada = await quickPerson(gateway, 'ada');
    asAda = actingAs(gateway, ada);
    asBob = actingAs(gateway, await quickPerson(gateway, 'bob'));
  });
  afterAll(() => gateway.stop());

  const create = (body: unknown, act = asAda) => act<Agent & Problem>('POST', '/agents', body);
  const change = (id: string, body: unknown, act = asAda) => act<Agent & Problem>('PUT', `/agents/${id}`, body);
  const created = async (body: object = {}) => (await create({ name: 'Helper', ...body })).body;
  const pathsOf = ({ body }: { body: Problem }) => body.errors?.map(({ path }) => path).sort();

  it('need only a name; everything else has a default', async () => {
    const { status, body } = await create({ name: '  Helper ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      ...defaults,
      id: expect.stringMatching(/^agt_[0-9a-z]{26}$/),
      workspaceId: ada.workspaceId,
      name: 'Helper',
      version: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: body.createdAt,
    });
    expect((await asAda('GET', `/agents/${body.id}`)).body).toEqual(body);
  });

  it('take any subset of a change, each adding one to the version', async () => {
    const agent = await created();
    const friend = await created();
    const changes = {
      name: 'Renamed',
      description: 'What it does — «naïve» 😀',
      systemPrompt: 'Be brief.\n\nAlways.',
      provider: 'openai',
      model: 'gpt-5-mini',
      temperature: 0.5,
      maxTokens: 500,
      maxSteps: 3,
      timeoutMs: 5_000,
      tools: ['calculator', 'current_time'],
      skills: ['data-math'],
      approvals: ['calculator'],
      spawn: { enabled: true, maxDepth: 3, maxChildren: 2, agents: [friend.id] },
      metadata: { team: 'blue', nested: { list: [1, null, 'x'] } },
    };
    let expected = agent;
    for (const [name, value] of Object.entries(changes)) {
      const { status, body, text } = await change(agent.id, { [name]: value });
      expect(status, text).toBe(200);
      expected = { ...expected, [name]: value, version: expected.version + 1, updatedAt: body.updatedAt };
      expect(body).toEqual(expected);
    }
    for (const name of ['model', 'provider', 'temperature', 'maxTokens'] as const)
      expect((await change(agent.id, { [name]: null })).body[name]).toBeNull();
    const several = await change(agent.id, { name: 'Twice', tools: [], metadata: {} });
    expect(several.body).toMatchObject({ name: 'Twice', tools: [], metadata: {}, version: expected.version + 5 });
    expect((await asAda('GET', `/agents/${agent.id}`)).body).toEqual(several.body);
  });

  it('keep the rest of `spawn` when a part of it changes', async () => {
    const friend = await created();
    const spawn = { enabled: true, maxDepth: 4, maxChildren: 7, agents: [friend.id] };
    const { id } = await created({ spawn });
    expect((await change(id, { spawn: { maxDepth: 2 } })).body.spawn).toEqual({ ...spawn, maxDepth: 2 });
    expect((await change(id, { spawn: {} })).body).toMatchObject({ spawn: { ...spawn, maxDepth: 2 }, version: 2 });
    expect((await created({ spawn: { enabled: true } })).spawn).toEqual({ ...defaults.spawn, enabled: true });
    const bounded = { agents: ['*'], maxRuns: 8, maxCostUsd: 0.5 };
    expect((await created({ spawn: bounded })).spawn).toEqual({ ...defaults.spawn, ...bounded });
    expect((await change(id, { spawn: { ...bounded, maxCostUsd: null } })).body.spawn).toMatchObject({
      maxCostUsd: null,
    });
  });

  it('take their provider and model in one word', async () => {
    const agent = await created({ model: 'openai/gpt-5-mini' });
    expect(agent).toMatchObject({ provider: 'openai', model: 'gpt-5-mini', version: 1 });
    expect((await change(agent.id, { model: 'anthropic/claude-x' })).body).toMatchObject({
      provider: 'anthropic',
      model: 'claude-x',
    });
    expect((await change(agent.id, { provider: 'anthropic', model: 'anthropic/claude-x' })).body).toMatchObject({
      provider: 'anthropic',
      model: 'claude-x',
      version: 2,
    });
    // Of one's own server: only a provider's name counts, and beside `provider` a model is what it says.
    const own = { provider: 'openai-compatible', model: 'meta-llama/llama-4' };
    expect(await created(own)).toMatchObject(own);
    expect(await created({ model: 'openai-compatible/meta-llama/llama-4' })).toMatchObject(own);
    const named = { provider: 'openai-compatible', model: 'openai/gpt-oss' };
    expect(await created(named)).toMatchObject(named);
    for (const wrong of [
      { provider: 'google', model: 'openai/gpt-5' },
      { provider: null, model: 'openai/x' },
      { model: 'openai/' },
    ])
      expect(pathsOf(await create({ name: 'x', ...wrong })), JSON.stringify(wrong)).toEqual(['model']);
    // Not said to be anyone's, it needs a provider.
    expect(pathsOf(await create({ name: 'x', model: 'meta-llama/llama-4' }))).toEqual(['provider']);
  });

  it('keep their version when a change changes nothing', async () => {
    const agent = await created({ description: 'Same', metadata: { a: 1 } });
    for (const body of [{}, { name: 'Helper' }, { name: ' Helper' }, { description: 'Same', metadata: { a: 1 } }])
      expect((await change(agent.id, body)).body).toEqual(agent);
    expect((await change(agent.id, { description: 'Other' })).body.version).toBe(2);
  });

  it('lose no change when several come at the same moment', async () => {
    const { id } = await created();
    const changes = [
      { name: 'New' },
      { description: 'New' },
      { systemPrompt: 'New' },
      { temperature: 1 },
      { maxTokens: 7 },
      { maxSteps: 7 },
      { timeoutMs: 7_000 },
      { tools: ['calculator'] },
      { metadata: { new: true } },
      { spawn: { enabled: true } },
      { spawn: { maxDepth: 5 } },
    ];
    const answers = await Promise.all(changes.map((body) => change(id, body)));
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
    // Every change has a version of its own.
    expect(answers.map(({ body }) => body.version).sort((a, b) => a - b)).toEqual(changes.map((_, n) => n + 2));
    expect((await asAda('GET', `/agents/${id}`)).body).toMatchObject({
      ...Object.assign({}, ...changes),
      spawn: { ...defaults.spawn, enabled: true, maxDepth: 5 },
      version: changes.length + 1,
    });
  });

  it('stay valid when two changes at the same moment would not be so together', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await created({ provider: 'openai', model: 'gpt-5-mini' });
      await Promise.all([change(id, { model: 'gpt-5' }), change(id, { provider: null, model: null })]);
      const { body } = await asAda<Agent>('GET', `/agents/${id}`);
      expect(body.provider === null && body.model !== null).toBe(false);
    }
  });

  it('refer to what exists; what does not is named, all of it at once', async () => {
    const foreign = (await create({ name: 'Bobs' }, asBob)).body.id;
    const wrong = {
      provider: 'acme',
      tools: ['calculator', 'no_such_tool'],
      skills: ['no-such-skill', 'data-math'],
      approvals: ['no_such_tool'],
      spawn: { agents: ['agt_nothing', foreign] },
      memoryProfileId: 'mp_nothing',
    };
    const paths = {
      provider: ['provider'],
      tools: ['tools.1'],
      skills: ['skills.0'],
      approvals: ['approvals.0'],
      spawn: ['spawn.agents.0', 'spawn.agents.1'],
      memoryProfileId: ['memoryProfileId'],
    };
    const { id } = await created();
    for (const [name, value] of Object.entries(wrong))
      for (const answer of [await create({ name: 'New', [name]: value }), await change(id, { [name]: value })]) {
        expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
        expect(pathsOf(answer)).toEqual(paths[name as keyof typeof paths]);
      }
    expect(pathsOf(await create({ name: 'New', ...wrong }))).toEqual(Object.values(paths).flat().sort());
    expect((await create({ name: 'New', tools: ['no_such_tool'] })).body.detail).toContain('no_such_tool');
    expect(pathsOf(await create({ name: 'New', model: 'gpt-5-mini' }))).toEqual(['provider']);
    expect((await asAda<Agent>('GET', `/agents/${id}`)).body.version).toBe(1);
  });

  it('can still be changed when a tool of theirs has gone', async () => {
    const tool = { name: 'weather', description: 'Weather', http: { url: `${gateway.url}/readiness` } };
    expect((await asAda('POST', '/tools', tool)).status).toBe(201);
    const { id } = await created({ tools: ['weather'], approvals: ['weather'] });
    expect((await asAda('DELETE', '/tools/weather')).status).toBe(204);
    expect((await change(id, { name: 'Renamed' })).body).toMatchObject({ name: 'Renamed', tools: ['weather'] });
    expect(pathsOf(await change(id, { tools: ['weather'] }))).toEqual(['tools.0']);
    const capabilities = await asAda<Capabilities>('GET', `/agents/${id}/capabilities`);
    expect(capabilities.body.tools).toEqual([]);
  });

  it('have limits', async () => {
    const { id } = await created();
    const metadataOf = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) });
    for (const [body, path] of [
      [{ name: '' }, 'name'],
      [{ name: '   ' }, 'name'],
      [{ name: 'x'.repeat(201) }, 'name'],
      [{ name: null }, 'name'],
      [{ description: 'x'.repeat(2_001) }, 'description'],
      [{ description: null }, 'description'],
      [{ systemPrompt: 'x'.repeat(100_001) }, 'systemPrompt'],
      [{ model: '' }, 'model'],
      [{ temperature: 2.1 }, 'temperature'],
      [{ temperature: '1' }, 'temperature'],
      [{ maxTokens: 0 }, 'maxTokens'],
      [{ maxSteps: 0 }, 'maxSteps'],
      [{ maxSteps: 101 }, 'maxSteps'],
      [{ maxSteps: 1.5 }, 'maxSteps'],
      [{ timeoutMs: 999 }, 'timeoutMs'],
      [{ timeoutMs: 3_600_001 }, 'timeoutMs'],
      [{ tools: 'calculator' }, 'tools'],
      [{ tools: ['calculator', 'calculator'] }, 'tools'],
      [{ tools: Array.from({ length: 129 }, (_, n) => `tool${n}`) }, 'tools'],
      [{ spawn: { maxDepth: 6 } }, 'spawn.maxDepth'],
      [{ spawn: { maxChildren: 21 } }, 'spawn.maxChildren'],
      [{ spawn: { maxRuns: 0 } }, 'spawn.maxRuns'],
      [{ spawn: { maxCostUsd: -1 } }, 'spawn.maxCostUsd'],
      [{ spawn: null }, 'spawn'],
      [{ metadata: [] }, 'metadata'],
      [{ metadata: metadataOf(16_385) }, 'metadata'],
      [{ metadata: { text: 'é'.repeat(8_200) } }, 'metadata'],
    ] as const) {
      const refused = await change(id, body);
      expect(refused, JSON.stringify(body).slice(0, 80)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
      expect(pathsOf(refused)).toContain(path);
      if (path !== 'name') expect((await create({ name: 'New', ...body })).status).toBe(400);
    }
    for (const body of [undefined, null, [], 'text', {}, { description: 'No name' }])
      expect((await create(body)).status).toBe(400);
    const largest = {
      name: 'x'.repeat(200),
      description: 'x'.repeat(2_000),
      systemPrompt: '漢'.repeat(100_000),
      metadata: metadataOf(16_384),
    };
    expect((await change(id, largest)).body).toMatchObject({ ...largest, version: 2 });
    expect((await asAda('GET', `/agents/${id}`)).body).toMatchObject(largest);
  });

  it('give metadata back as it was, whatever its names', async () => {
    const metadata = {
      'two\nlines': 1,
      '': 'empty',
      constructor: 'text',
      toString: null,
      length: 0,
      'a.b/c~d"e\\f': [],
      ключ: { 鍵: '値' },
      x: [[{}], false, 1e21, 0.1],
    };
    const agent = await created({ metadata });
    expect(agent.metadata).toEqual(metadata);
    const listed = (await asAda<Page>('GET', '/agents?limit=1')).body.data[0];
    expect(listed?.metadata).toEqual(metadata);
  });

  it('of another workspace are 404, whatever is asked of them', async () => {
    const agent = await created();
    for (const id of [agent.id, 'agt_nothing', "' OR 1=1 --"])
      for (const [method, rest, body] of [
        ['GET', '', undefined],
        ['GET', '/capabilities', undefined],
        ['PUT', '', { name: 'Mine' }],
        ['PUT', '', {}],
        ['DELETE', '', undefined],
      ] as const)
        expect(await asBob(method, `/agents/${encodeURIComponent(id)}${rest}`, body)).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        });
    expect((await asAda('GET', `/agents/${agent.id}`)).body).toEqual(agent);
  });

  it('are gone when deleted', async () => {
    const { id } = await created();
    const { status, text } = await asAda('DELETE', `/agents/${id}`);
    expect({ status, text }).toEqual({ status: 204, text: '' });
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { name: 'Back' }],
      ['DELETE', undefined],
    ] as const)
      expect((await asAda(method, `/agents/${id}`, body)).status).toBe(404);
  });

  describe('in a list', () => {
    let asEve: Act;
    let ids: string[];
    const page = async (query: string, act = asEve) => (await act<Page>('GET', `/agents${query}`)).body;

    beforeAll(async () => {
      asEve = actingAs(gateway, await quickPerson(gateway, 'eve'));
      ids = [];
      // Some in the same millisecond, some not.
      for (let n = 0; n < 4; n += 1) {
        const made = await Promise.all([1, 2, 3].map(() => create({ name: `A${n}` }, asEve)));
        ids.push(...made.map(({ body }) => body.id));
      }
    });

    it('come newest first, none twice and none missing, while others come and go', async () => {
      const seen: Agent[] = [];
      let cursor: string | null = '';
      for (let n = 0; cursor !== null; n += 1) {
        const read: Page = await page(`?limit=5${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
        expect(read.data.length).toBeLessThanOrEqual(5);
        seen.push(...read.data);
        cursor = read.nextCursor;
        const passing = await create({ name: `Passing ${n}` }, asEve);
        if (n % 2) await asEve('DELETE', `/agents/${passing.body.id}`);
      }
      expect(seen.map(({ id }) => id).sort()).toEqual([...ids].sort());
      const times = seen.map(({ createdAt }) => createdAt);
      expect(times).toEqual([...times].sort().reverse());
    });

    it('come at most 200 at a time; a limit that is no number of things is refused', async () => {
      expect((await page('?limit=1')).data).toHaveLength(1);
      expect((await page('?limit=100000')).data.length).toBeGreaterThanOrEqual(12);
      const many = await quickPerson(gateway, 'many');
      await gateway.gateway.database.transaction(async (tx) => {
        for (let n = 0; n < 205; n += 1)
          await tx.run(
            `INSERT INTO agents (id, workspace_id, name, version, body, created_at, updated_at)
             VALUES ($1, $2, 'Copy', 1, $3, $4, $4)`,
            [`agt_many${n}`, many.workspaceId, JSON.stringify({ name: 'Copy', ...defaults }), n],
          );
      });
      const first = await page('?limit=201', actingAs(gateway, many));
      expect(first.data).toHaveLength(200);
      const rest = await page(`?limit=201&cursor=${first.nextCursor}`, actingAs(gateway, many));
      expect([rest.data.length, rest.nextCursor]).toEqual([5, null]);
      expect((await page('', actingAs(gateway, many))).data).toHaveLength(50);
      for (const limit of ['0', '-1', '1.5', 'ten', '', 'NaN'])
        expect(await asEve('GET', `/agents?limit=${limit}`)).toMatchObject({
          status: 400,
          body: { code: 'validation_failed' },
        });
    });

    it('refuse a cursor that is none of ours', async () => {
      const forged = (text: string) => Buffer.from(text).toString('base64url');
      for (const cursor of [
        'x',
        '%20',
        forged('1.'),
        forged('.agt_x'),
        forged("1.x' OR 1=1"),
        forged('1e3.agt_x'),
        'a'.repeat(600),
      ])
        expect(await asEve('GET', `/agents?cursor=${cursor}`)).toMatchObject({
          status: 400,
          body: { code: 'validation_failed' },
        });
      // A place far outside any order is just the end, or the beginning.
      expect(await page(`?cursor=${forged('0.agt_x')}`)).toEqual({ data: [], nextCursor: null });
      expect((await page(`?cursor=${forged('9999999999999999.agt_x')}`)).data.length).toBeGreaterThanOrEqual(12);
    });

    it('show nothing foreign to the cursor of another tenant', async () => {
      const { nextCursor } = await page('?limit=1');
      const bobs = (await create({ name: 'Bobs' }, asBob)).body;
      const shown = await page(`?limit=200&cursor=${nextCursor}`, asBob);
      for (const { workspaceId, id } of shown.data) {
        expect(workspaceId).toBe(bobs.workspaceId);
        expect(ids).not.toContain(id);
      }
    });
  });
});
