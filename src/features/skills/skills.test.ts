import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPlace } from '../../../test/harness/databases.ts';
import { createFakeClock } from '../../../test/harness/fake-clock.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { createLocalBus } from '../../platform/bus/local-bus.ts';
import { createSkillCache } from './skill-cache.ts';
import { createSkillLibrary } from './skill-library.ts';
import type { SkillCacheStatistics, SkillDetails, SkillSummary } from './skills.schema.ts';
import { skillTools } from './tools/skill-tools.ts';

describe('skills', () => {
  let gateway: TestGateway;
  let token: string;
  beforeAll(async () => {
    gateway = await startGateway('sqlite', { settings: { RATE_LIMIT_AUTH: '20' } });
    token = (await gateway.person()).accessToken;
  });
  afterAll(() => gateway.stop());

  const statistics = async () => (await gateway.call<SkillCacheStatistics>('GET', '/skills/cache/stats')).body;
  const invoke = (name: string, params: object) =>
    gateway.call<{ result: unknown; isError: boolean }>('POST', `/tools/${name}/invoke`, { token, body: { params } });

  it('are public', async () => {
    const { body, status } = await gateway.call<{ data: SkillSummary[] }>('GET', '/skills');
    expect(status).toBe(200);
    expect(body.data.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['data-math', 'dates', 'research', 'text', 'units']),
    );
    for (const skill of body.data) {
      const shown = (await gateway.call<SkillDetails>('GET', `/skills/${skill.id}`)).body;
      expect(shown).toMatchObject({ ...skill, toolCount: shown.tools.length });
      expect(shown.tools.length).toBeGreaterThan(0);
      expect(shown.promptContext.length).toBeGreaterThan(200);
      expect(shown.promptContext).not.toContain('---\nname');
      for (const tool of shown.tools) {
        expect(['builtin', `skill:${skill.id}`]).toContain(tool.source);
        expect(tool.parameters).toMatchObject({ type: 'object' });
      }
    }
    expect((await gateway.call('GET', '/skills/nothing')).status).toBe(404);
    expect((await gateway.call('GET', '/skills/..%2F..%2Fsrc')).status).toBe(404);
  });

  it('the cache serves results that depend only on the parameters, and counts hits', async () => {
    expect(await statistics()).toEqual({ entries: 0, hits: 0, misses: 0, hitRate: 0, byTool: {} });
    const first = await invoke('unit_convert', { value: 5, from: 'mi', to: 'km' });
    const second = await invoke('unit_convert', { to: 'km', from: 'mi', value: 5 });
    expect(second.body.result).toEqual(first.body.result);
    await invoke('unit_convert', { value: 6, from: 'mi', to: 'km' });
    await invoke('statistics', { numbers: [1, 2] });
    // Not cached: failures, and results that contain the caller's text.
    await invoke('unit_convert', { value: 6, from: 'mi', to: 'kg' });
    await invoke('text_statistics', { text: 'secret words' });
    await invoke('text_statistics', { text: 'secret words' });
    await invoke('calculator', { expression: '1+1' });
    expect(await statistics()).toEqual({
      entries: 3,
      hits: 1,
      misses: 4,
      hitRate: 0.2,
      byTool: { statistics: { entries: 1, hits: 0, misses: 1 }, unit_convert: { entries: 2, hits: 1, misses: 3 } },
    });
  });

  it('clearing removes one tool’s results or all, and is rate limited', async () => {
    const clear = (query = '') => gateway.call<{ cleared: number }>('POST', `/skills/cache/clear${query}`);
    expect((await clear('?tool=statistics')).body).toEqual({ cleared: 1 });
    expect((await clear('?tool=statistics')).body).toEqual({ cleared: 0 });
    expect((await clear()).body).toEqual({ cleared: 2 });
    expect((await statistics()).entries).toBe(0);
    expect((await clear('?tool=No%20Tool')).status).toBe(400);
    const statuses: number[] = [];
    for (let count = 0; count < 25; count += 1) statuses.push((await clear()).status);
    expect(statuses).toContain(429);
    expect((await gateway.call('GET', '/skills')).status).toBe(200);
  });
});

it('clearing the cache reaches the other nodes', async () => {
  const place = await newPlace('postgres');
  const nodes = [await startGateway('postgres', { place }), await startGateway('postgres', { place })] as const;
  const { accessToken: token } = await nodes[0].person();
  const entries = async (node: TestGateway) =>
    (await node.call<SkillCacheStatistics>('GET', '/skills/cache/stats')).body.entries;
  for (const node of nodes) {
    await node.call('POST', '/tools/statistics/invoke', { token, body: { params: { numbers: [1] } } });
    expect(await entries(node)).toBe(1);
  }
  await nodes[0].call('POST', '/skills/cache/clear');
  await expect.poll(() => entries(nodes[1]), { timeout: 40_000 }).toBe(0);
  await Promise.all(nodes.map((node) => node.stop()));
  await place.remove();
});

describe('the cache', () => {
  const silent = { info() {}, warn() {}, error() {} };

  it('is limited in number and size; the least recently used entries go first', () => {
    const cache = createSkillCache({ clock: createFakeClock(), bus: createLocalBus({ log: silent }) });
    for (let index = 0; index < 2_000; index += 1) cache.set('t', { index }, index, 1_000);
    cache.get('t', { index: 0 });
    cache.set('t', { index: 'new' }, 'new', 1_000);
    expect(cache.statistics().entries).toBe(2_000);
    expect(cache.get('t', { index: 0 })).toEqual({ value: 0 });
    expect(cache.get('t', { index: 1 })).toBeUndefined();
    for (let index = 0; index < 200; index += 1) cache.set('t', { large: index }, 'x'.repeat(60_000), 1_000);
    expect(cache.statistics().entries).toBeLessThan(75);
  });

  it('drops old results, and returns copies', () => {
    const clock = createFakeClock();
    const cache = createSkillCache({ clock, bus: createLocalBus({ log: silent }) });
    cache.set('t', { a: 1 }, { list: [1] }, 1_000);
    const found = cache.get('t', { a: 1 }) as { value: { list: number[] } };
    found.value.list.push(2);
    expect(cache.get('t', { a: 1 })).toEqual({ value: { list: [1] } });
    expect(cache.get('other', { a: 1 })).toBeUndefined();
    clock.advance(1_000);
    expect(cache.get('t', { a: 1 })).toBeUndefined();
    expect(cache.statistics()).toMatchObject({ entries: 0, hits: 2, misses: 2 });
  });
});

describe('a folder of skills', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skills-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  function libraryWith(id: string, text: string) {
    rmSync(folder, { recursive: true });
    mkdirSync(join(folder, id), { recursive: true });
    writeFileSync(join(folder, id, 'SKILL.md'), text);
    return createSkillLibrary({ folder, builtIn: [], tools: skillTools });
  }

  it('is read in the open SKILL.md format', () => {
    const library = libraryWith(
      'units',
      '---\r\nname: units\r\ndescription: >-\r\n  Two\r\n  lines\r\nlicense: MIT\r\ntools: [unit_convert]\r\n---\r\n# Body\r\n\r\n---\r\nmore',
    );
    expect(library.list()).toEqual([
      {
        id: 'units',
        name: 'units',
        description: 'Two lines',
        tools: ['unit_convert'],
        promptContext: '# Body\r\n\r\n---\r\nmore',
      },
    ]);
    expect(library.tools.map(({ name }) => name)).toEqual(['unit_convert']);
    expect(libraryWith('plain', '---\nname: plain\ndescription: x\n---\n').list()).toMatchObject([{ tools: [] }]);
    expect(createSkillLibrary({ folder: join(folder, 'nowhere'), builtIn: [], tools: [] }).list()).toEqual([]);
  });

  it.each([
    ['no front matter', 'must begin with front matter'],
    ['---\nname: other\ndescription: x\n---\n', 'is called other'],
    ['---\nname: Wrong Name\ndescription: x\n---\n', 'needs a name'],
    ['---\nname: mine\n---\n', 'needs a description'],
    ['---\nname: mine\ndescription: x\ntools: [nothing]\n---\n', 'lists the tool nothing'],
    ['---\nname: mine\ndescription: x\ntools: [unit_convert]\n---\n', 'is of skill:units'],
    ['---\nname: mine\ndescription: x\ntools: 5\n---\n', 'lists its tools'],
  ])('that is not in order stops the start with a reason: %j', (text, why) => {
    expect(() => libraryWith('mine', text)).toThrow(why);
    expect(() => libraryWith('mine', text)).toThrow('skills/mine/SKILL.md');
  });
});
