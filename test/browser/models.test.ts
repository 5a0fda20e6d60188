import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeModel, startFakeModel } from '../harness/fake-model.ts';
import { actingAs, quickPerson } from '../harness/people.ts';
import { look, newPage, signIn, type Visitor, visitor } from './page.ts';
import { ask, totals } from './talk.ts';
import { describeInBrowser, scripted } from './world.ts';

const key = 'sk-never-shown-again';
const scriptedTarget = `${scripted.provider}/${scripted.model}`;

describeInBrowser('the console: models', (world) => {
  let ada: Visitor;
  let upstream: FakeModel;
  beforeAll(async () => {
    [ada, upstream] = await Promise.all([visitor(world, 'ada'), startFakeModel()]);
    upstream.list(['swift-1', 'swift-1-mini', { id: 'thorough-2', name: 'Thorough Two' }]);
    world.model.list([scripted.model]);
  });
  afterAll(async () => {
    await upstream?.stop();
  });
  const act = <Body>(method: string, path: string, body?: object) =>
    actingAs(world.gateway, ada.person)<Body>(method, path, body);
  const providers = () => `/workspaces/${ada.person.workspaceId}/providers`;
  const open = async (name: string) => {
    await ada.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
    await ada.page.getByRole('heading', { level: 1 }).waitFor();
  };

  it('creates a connection, tests it at once, and never shows its key', async () => {
    const { page } = ada;
    await open('Models');
    await page.getByRole('heading', { name: 'No connections of your own yet' }).waitFor();
    await page.getByRole('button', { name: 'New connection' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Provider').selectOption('mistral');
    expect(await dialog.getByLabel('Name').inputValue()).toBe('mistral');
    await dialog.getByLabel('Provider').selectOption('openai-compatible');
    await dialog.getByLabel('Name').fill('Swift');
    await dialog.getByText('Small letters, digits').waitFor();
    await dialog.getByLabel('Name').fill('swift');
    await dialog.getByLabel('Key', { exact: true }).fill(key);
    await dialog.getByRole('button', { name: 'Create and test' }).click();
    await dialog.getByText('It needs an address.').waitFor();
    await look(page, 'a connection without an address', false);
    await dialog.getByLabel('Address').fill(upstream.url);
    await dialog.getByText('Models, load sharing').click();
    await dialog.getByLabel('Pool').fill('crew');
    await dialog.getByLabel('Weight').fill('2');
    await dialog.getByLabel('Further headers').fill('X-Team: support');
    await look(page, 'connection');
    await dialog.getByRole('button', { name: 'Create and test' }).click();
    const row = page.getByRole('row').filter({ hasText: 'swift' });
    await row
      .getByRole('status')
      .filter({ hasText: /^Answers in .+, lists 3 models\.$/ })
      .waitFor();
    await row.getByText('pool crew, weight 2').waitFor();
    await row.getByText(upstream.url).waitFor();
    const listing = upstream.requests.find(({ path }) => path.endsWith('/models'));
    expect(listing?.headers).toMatchObject({ authorization: `Bearer ${key}`, 'x-team': 'support' });
    expect(upstream.requests.some(({ method }) => method === 'POST')).toBe(false);
    expect(await page.content()).not.toContain(key);
    await look(page, 'a new connection', false);
  });

  it('changes a connection without its key, and says in plain words what is wrong with it', async () => {
    const { page } = ada;
    await page.getByRole('button', { name: 'Change swift' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Key', { exact: true }).inputValue()).toBe('');
    await dialog.getByText('Models, load sharing').click();
    await dialog.getByText('Now: X-Team.').waitFor();
    expect(await dialog.getByLabel('Further headers').inputValue()).toBe('');
    await dialog.getByLabel('First token within').fill('0');
    await dialog.getByText('A number from 0.1 to').waitFor();
    await dialog.getByLabel('First token within').fill('5');
    // The secrets for one server are not sent to another; the field of the headers is shown, though it was folded.
    await dialog.getByText('Models, load sharing').click();
    await dialog.getByLabel('Address').fill('https://elsewhere.example.com/v1');
    await dialog.getByLabel('Key', { exact: true }).fill(key);
    await dialog.getByRole('button', { name: 'Save and test' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'must be given again' }).first().waitFor();
    expect(await dialog.locator('.field.invalid').getByLabel('Further headers').isVisible()).toBe(true);
    await dialog.getByLabel('Address').fill(upstream.url);
    await dialog.getByLabel('Key', { exact: true }).fill('');
    upstream.list({ status: 401, message: 'Incorrect API key provided' });
    await dialog.getByRole('button', { name: 'Save and test' }).click();
    const row = page.getByRole('row').filter({ hasText: 'swift' });
    await row.getByRole('status').filter({ hasText: /key/ }).waitFor();
    await look(page, 'a key that is refused', false);
    expect(upstream.requests.at(-1)?.headers).toMatchObject({ authorization: `Bearer ${key}`, 'x-team': 'support' });
    const { body } = await act<{ providers: object[] }>('GET', providers());
    expect(body.providers).toMatchObject([{ name: 'swift', firstTokenTimeoutMs: 5_000, weight: 2, hasApiKey: true }]);
    upstream.list(['swift-1', 'swift-1-mini', { id: 'thorough-2', name: 'Thorough Two' }]);
    await page.getByRole('button', { name: 'Test swift' }).click();
    await row.getByRole('status').filter({ hasText: 'Answers in' }).waitFor();
  });

  it('lists what can be asked for, with what is known', async () => {
    const { page } = ada;
    await page.getByRole('tab', { name: 'Models' }).click();
    const row = page.getByRole('row').filter({ hasText: 'swift/thorough-2' });
    await row.getByText('Thorough Two').waitFor();
    await row.getByText('also as crew/thorough-2').waitFor();
    await row.getByText('unknown').first().waitFor();
    const priced = page.getByRole('row').filter({ hasText: scriptedTarget });
    await priced.getByText('$10.00').waitFor();
    await look(page, 'model-list');
    await page.getByLabel('Search models').fill('swift mini');
    await page.getByText('1 model.').waitFor();
    await page.getByLabel('Search models').fill('nothing like it');
    await page.getByRole('heading', { name: 'No such model' }).waitFor();
    await look(page, 'no such model', false);
  });

  it('workspace: keeps fallbacks in their order, and goes without the operator’s models', async () => {
    const { page } = ada;
    await open('Workspace');
    const card = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Models' }) });
    const adding = card.getByLabel('Fallback to add');
    await adding.fill('swift');
    await card.getByRole('option', { name: 'swift/swift-1-mini' }).click();
    await adding.fill('nonsense');
    await adding.press('Enter');
    await card.getByText('A connection or pool and a model').waitFor();
    await adding.fill(scriptedTarget);
    await adding.press('Enter');
    await card.getByRole('button', { name: `${scriptedTarget}: earlier` }).click();
    await look(page, 'fallbacks of a workspace', false);
    await card.getByRole('button', { name: 'Save models' }).click();
    await card.getByText('Saved.').waitFor();
    await page.reload();
    await card.getByText('swift/swift-1-mini').waitFor();
    expect(await card.getByRole('listitem').locator('code').allTextContents()).toEqual([
      scriptedTarget,
      'swift/swift-1-mini',
    ]);
    await card.getByLabel('Use the operator’s models too').uncheck();
    await card.getByText('Agents then answer through').waitFor();
    await card.getByRole('button', { name: `Remove ${scriptedTarget}` }).click();
    await card.getByRole('button', { name: 'Save models' }).click();
    await card.getByText('Saved.').waitFor();
    await open('Models');
    await page.getByText('The operator’s connections are not used in this workspace.').waitFor();
    await look(page, 'without the operator', false);
    await act('PUT', `/workspaces/${ada.person.workspaceId}/settings`, { useOperatorModels: true });
  });

  it('agents: picks a model by keyboard, and orders its own fallbacks', async () => {
    const { page } = ada;
    await page.goto('/console/agents/new');
    await page.getByLabel('Name').fill('Sturdy');
    await page.getByText('Now: swift/swift-1-mini.').waitFor();
    const model = page.getByLabel('Model', { exact: true });
    await model.click();
    await page.getByRole('option', { name: 'crew/swift-1', exact: false }).first().waitFor();
    await look(page, 'a list of models', false);
    await model.fill('swift-1-mini');
    await page.getByRole('option', { name: 'crew/swift-1-mini' }).waitFor();
    await model.press('ArrowDown');
    await model.press('Enter');
    expect(await model.inputValue()).toBe('crew/swift-1-mini');
    expect(await page.getByRole('listbox').count()).toBe(0);
    await page.getByLabel('Ask the workspace’s fallbacks').uncheck();
    const adding = page.getByLabel('Fallback to add');
    await adding.fill(scriptedTarget);
    await adding.press('Enter');
    await page.getByRole('button', { name: `${scriptedTarget}: earlier` }).click();
    await page.getByText('Limits and memory').click();
    await page.getByLabel('Keep answers').fill('100000');
    await page.getByText('A whole number from 0 to 86,400.').waitFor();
    await page.getByLabel('Keep answers').fill('60');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { name: 'What it can do now' }).waitFor();
    const { body } = await act<{ data: object[] }>('GET', '/agents');
    expect(body.data).toMatchObject([
      {
        name: 'Sturdy',
        provider: 'crew',
        model: 'swift-1-mini',
        fallbacks: [scriptedTarget, 'swift/swift-1-mini'],
        cacheSeconds: 60,
      },
    ]);
    await look(page, 'an agent with fallbacks', false);
  });

  it('shows what connections did in the last day, and which key is refused', async () => {
    const { page } = ada;
    const make = async (name: string, weight: number) => {
      const claude = { name, kind: 'anthropic', apiKey: key, pool: 'claude', weight };
      return (await act<{ id: string }>('POST', providers(), claude)).body.id;
    };
    const [europe, america] = [await make('claude-eu', 3), await make('claude-us', 1)];
    const { database } = world.gateway.gateway;
    await database.run('UPDATE model_connections SET key_refused_at = $2 WHERE id = $1', [america, Date.now()]);
    const count = (connection: string, ago: number, sums: number[]) =>
      database.run(
        `INSERT INTO model_connection_hours (workspace_id, connection, hour, attempts, failures, fallbacks, cooldowns, answer_ms, cost_nano)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [ada.person.workspaceId, connection, Math.floor(Date.now() / 3_600_000 - ago) * 3_600_000, ...sums],
      );
    await count(europe, 1, [1_000, 20, 18, 3, 900_000, 2_400_000_000]);
    await count(europe, 2, [234, 5, 5, 1, 187_200, 600_000_000]);
    await count(europe, 30, [9_999, 9_999, 0, 0, 0, 0]);
    await count(america, 1, [3, 3, 3, 1, 0, 0]);
    await count('openai-compatible', 1, [120, 0, 0, 0, 60_000, 31_000_000]);
    await open('Models');
    const cellsOf = async (name: string) => {
      const row = page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
      await row.waitFor();
      return (await row.getByRole('cell').allTextContents()).slice(1, 7);
    };
    await expect.poll(() => cellsOf('claude-eu')).toEqual(['ok', '1,234', '25 (2%)', '23', '899 ms', '$3.00']);
    expect(await cellsOf('claude-us')).toEqual(['key refused', '3', '3 (100%)', '3', '–', '$0']);
    expect(await cellsOf('swift')).toEqual(['no answer yet', '0', '', '', '', '']);
    expect(await cellsOf('openai-compatible')).toEqual(['ok', '120', '0', '0', '500 ms', '$0.031']);
    await look(page, 'models');
  });

  it('runs: shows who failed and why, and who answered', async () => {
    const { page } = ada;
    upstream.script({ status: 429, message: 'Slow down', retryAfter: 30 });
    world.model.script('Here I am.');
    const body = { name: 'Steady', provider: 'swift', model: 'swift-1', fallbacks: [scriptedTarget] };
    const { body: agent } = await act<{ id: string }>('POST', '/agents', body);
    await page.goto(`/console/chat?agent=${agent.id}`);
    await ask(page, 'Is anybody there?');
    await totals(page).getByText(scriptedTarget).waitFor();
    expect(await page.getByText('built-in offline model').count()).toBe(0);
    await totals(page).getByRole('link', { name: 'trace' }).click();
    const failed = page.getByRole('button', { name: 'attempt swift/swift-1' });
    await failed.getByText('Too many requests.').waitFor();
    await page.getByRole('button', { name: `attempt ${scriptedTarget}` }).waitFor();
    await failed.click();
    await page.getByText('"error.type": "rate_limited"').waitFor();
    await look(page, 'attempts');
    await open('Models');
    const row = page.getByRole('row').filter({ hasText: 'swift' });
    await row.getByText('cooling down').waitFor();
    await row.getByText('Too many requests. Tried again').waitFor();
    await look(page, 'cooling down', false);
  });

  it('members see names and states, and neither addresses nor buttons', async () => {
    const bob = await quickPerson(world.gateway, 'bob');
    await act('POST', `/workspaces/${ada.person.workspaceId}/members`, { userId: bob.id, role: 'member' });
    const { page, context, troubles } = await newPage(world.browser, world.gateway.url);
    await signIn(page, bob);
    const workspaces = page.getByLabel('Workspace', { exact: true });
    await workspaces.locator(`option[value="${ada.person.workspaceId}"]`).waitFor({ state: 'attached' });
    await workspaces.selectOption(ada.person.workspaceId);
    await page.getByRole('link', { name: 'Models', exact: true }).click();
    await page.getByRole('row').filter({ hasText: 'swift' }).waitFor();
    expect(await page.getByText(upstream.url).count()).toBe(0);
    expect(await page.getByRole('button', { name: /New connection|Test|Change|Delete/ }).count()).toBe(0);
    await look(page, 'connections for members', false);
    expect(troubles).toEqual([]);
    await context.close();
  });

  it('deletes a connection after asking', async () => {
    const { page } = ada;
    await open('Models');
    await page.getByRole('button', { name: 'Delete swift' }).click();
    await look(page, 'deleting a connection', false);
    await page.getByRole('button', { name: 'Delete the connection' }).click();
    await page.getByText('swift', { exact: true }).waitFor({ state: 'detached' });
    const { body } = await act<{ providers: { name: string }[] }>('GET', providers());
    expect(body.providers.map(({ name }) => name)).toEqual(['claude-eu', 'claude-us']);
    expect(ada.troubles).toEqual([]);
  });
});
