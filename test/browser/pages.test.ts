import { afterAll, beforeAll, expect, it } from 'vitest';
import { entries, rssFeed } from '../harness/feeds.ts';
import { apiKey } from '../harness/gateway.ts';
import { actingAs, quickPerson } from '../harness/people.ts';
import { type Receiver, startReceiver } from '../harness/webhook-receiver.ts';
import { everythingStored, look, type Visitor, visitor } from './page.ts';
import { seedOffice } from './seed.ts';
import { describeInBrowser } from './world.ts';

describeInBrowser('the console: every page', (world) => {
  let ada: Visitor;
  let office: Awaited<ReturnType<typeof seedOffice>>;
  let receiver: Receiver;
  beforeAll(async () => {
    [ada, receiver] = await Promise.all([visitor(world, 'ada'), startReceiver()]);
    receiver.replyAt('/broken', { status: 500, body: 'out of order' });
    const broken = { url: `${receiver.url}/broken`, events: ['tool.executed'] };
    await actingAs(world.gateway, ada.person)('POST', '/webhooks', broken);
    office = await seedOffice(world.gateway, ada.person);
    await ada.page.reload();
  });
  afterAll(async () => {
    await receiver?.stop();
  });
  const open = async (name: string) => {
    // Whatever the test before left open.
    await ada.page.keyboard.press('Escape');
    await ada.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
    await ada.page.getByRole('heading', { level: 1 }).waitFor();
  };

  it('agents: one is made, tried and changed, and told as it is typed what is wrong', async () => {
    const { page } = ada;
    await open('Agents');
    await page.getByRole('link', { name: 'Researcher' }).waitFor();
    await look(page, 'agents');
    await page.getByRole('link', { name: 'New agent' }).click();
    await page.getByLabel('Name').fill('Helper');
    await page.getByText('Limits and memory').click();
    await page.getByLabel('Temperature').fill('3');
    await page.getByText('A number from 0 to 2.').waitFor();
    await page.getByLabel('Temperature').fill('0.5');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { name: 'What it can do now' }).waitFor();
    await page.getByLabel('Message').fill('What is 6 * 7?');
    await page.keyboard.press('Enter');
    await page.locator('.try-it .totals').waitFor();
    await page.getByLabel('calculator asks first').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('asks first', { exact: true }).last().waitFor();
    await look(page, 'agent');
  });

  it('sessions: found by a word, read, and handed over', async () => {
    const { page } = ada;
    await open('Sessions');
    await page.getByRole('link', { name: /17% of 2,340/ }).waitFor();
    await look(page, 'sessions');
    await page.getByLabel('Search in all messages').fill('Tokyo');
    await page.getByRole('link', { name: 'Open the conversation' }).first().waitFor();
    await page.getByLabel('Search in all messages').fill('');
    await page.getByRole('link', { name: /17% of 2,340/ }).click();
    await page.getByRole('button', { name: 'Hand over' }).click();
    await page.getByLabel('To', { exact: true }).selectOption({ label: 'Researcher' });
    await page.getByLabel('Reason').fill('needs a source');
    await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click();
    await page.getByText('Handed over from Accountant to Researcher: needs a source').waitFor();
    await look(page, 'session');
  });

  it('webhooks: made, its secret shown once, inspected, redelivered', async () => {
    const { page } = ada;
    await open('Webhooks');
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByLabel('Address').fill('not an address');
    await page.getByText('An address that begins with').waitFor();
    await page.getByLabel('Address').fill(`${receiver.url}/hooks`);
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByText(/^whsec_/).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: `${receiver.url}/hooks` }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText(/Answered 200 in/).waitFor();
    await page.getByText('succeeded', { exact: true }).first().waitFor();
    expect(await page.getByText(/whsec_/).count()).toBe(0);
    await look(page, 'webhook');

    await actingAs(world.gateway, ada.person)('POST', '/agent/chat', {
      agentId: office.accountant,
      message: 'What is 2 + 2?',
    });
    await page.getByRole('link', { name: 'Inspector' }).click();
    await page.getByRole('button', { name: 'agent.completed' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('"event": "agent.completed"').waitFor();
    await look(page, 'webhook-inspector');
    const before = receiver.records.length;
    await dialog.getByRole('button', { name: 'Redeliver' }).click();
    await dialog.getByText('On its way again.').waitFor();
    await expect.poll(() => receiver.records.length, { timeout: 15_000 }).toBeGreaterThan(before);
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Dead letters' }).click();
    // Six tries with a second between them have failed by now, or soon will have.
    await expect
      .poll(
        async () =>
          (await actingAs(world.gateway, ada.person)<{ data: unknown[] }>('GET', '/webhooks/dead-letters')).body.data
            .length,
        {
          timeout: 20_000,
        },
      )
      .toBeGreaterThan(0);
    await page.reload();
    await page.getByText('dead', { exact: true }).first().waitFor();
    await look(page, 'dead-letters');
    await page.getByRole('button', { name: 'Send all again' }).click();
    await page.getByText(/on the way again/).waitFor();
    await page.getByRole('link', { name: 'Test mode' }).click();
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('Test mode is on: nothing').waitFor();
    const [webhook] = (await actingAs(world.gateway, ada.person)<{ data: { id: string }[] }>('GET', '/webhooks')).body
      .data;
    await actingAs(world.gateway, ada.person)('POST', `/webhooks/${webhook?.id}/test`);
    await page.getByText('"event": "webhook.test"').waitFor();
    await look(page, 'webhook-test-mode');
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByText('Test mode is off').waitFor();
  });

  it('costs: a chart by day, shares by agent and model, and how much of the budget is gone', async () => {
    const { page } = ada;
    await actingAs(world.gateway, ada.person)('PUT', `/workspaces/${ada.person.workspaceId}/settings`, {
      monthlyBudgetUsd: 40,
    });
    await open('Costs');
    await page.getByRole('img', { name: 'Cost by day' }).waitFor();
    await page.getByText('openai/gpt-5.2-mini').waitFor();
    await page.getByRole('meter', { name: 'Budget spent' }).waitFor();
    expect(await page.locator('.chart .bar').count()).toBe(30);
    await look(page, 'costs');
  });

  it('runs: a list, and what took how long in one of them', async () => {
    const { page } = ada;
    await open('Runs');
    await page.getByRole('link', { name: /391 \/ 17/ }).waitFor();
    await look(page, 'runs');
    await page.getByRole('link', { name: /391 \/ 17/ }).click();
    await page.getByRole('button', { name: /execute_tool calculator/ }).click();
    await page.getByText('gen_ai.tool.name').waitFor();
    await look(page, 'run');
  });

  it('memory: found by meaning, changed, explained, exported and erased', async () => {
    const { page } = ada;
    await open('Memory');
    await page.getByText('The fiscal year ends in June.').waitFor();
    await look(page, 'memory');
    await page.getByRole('button', { name: 'Edit' }).first().click();
    await page.getByLabel('Content').fill('The fiscal year ends in July.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('ends in July').waitFor();
    await page.getByRole('tab', { name: 'Promotions' }).click();
    await page.getByRole('button', { name: 'See what would be promoted' }).click();
    await page.getByRole('heading', { name: 'What would happen' }).waitFor();
    await look(page, 'memory-promotions');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect((await saved).suggestedFilename()).toBe('memory.json');
    await page.getByRole('tab', { name: 'Notes' }).click();
    await page.getByRole('button', { name: 'Erase everything' }).click();
    await page.getByRole('button', { name: 'Erase it all' }).click();
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
  });

  it('schedules: a heartbeat is made, runs, and has a history', async () => {
    const { page } = ada;
    receiver.replyAt('/feed.xml', {
      headers: { 'content-type': 'application/rss+xml' },
      body: rssFeed(entries('one', 'two')),
    });
    await open('Schedules');
    await page.getByText('Morning figures').waitFor();
    await page.getByRole('button', { name: 'New heartbeat' }).click();
    await page.getByLabel('Name').fill('News');
    await page.getByLabel('Address').fill(`${receiver.url}/feed.xml`);
    await page.getByLabel('Agent').selectOption({ label: 'Researcher' });
    await page.getByRole('button', { name: 'Create heartbeat' }).click();
    const card = page.getByRole('listitem').filter({ hasText: 'feed.xml' });
    await card.getByRole('button', { name: 'Run now' }).click();
    await card.getByRole('cell', { name: 'ok', exact: true }).first().waitFor();
    await look(page, 'schedules');
    await card.getByRole('button', { name: 'Switch off' }).click();
    await card.getByText('off', { exact: true }).waitFor();
  });

  it('workspace: figures, members, settings and restrictions', async () => {
    const { page } = ada;
    const bob = await quickPerson(world.gateway, 'bob');
    await open('Workspace');
    await page.getByRole('heading', { name: 'The last 30 days' }).waitFor();
    await page.getByLabel('Email of the new member').fill(bob.email);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByLabel(`Role of ${bob.email}`).waitFor();
    await look(page, 'workspace');
    await page.getByLabel(`Role of ${bob.email}`).selectOption('admin');
    await page.getByLabel('Name').fill('Bureau');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByRole('heading', { name: 'Bureau', level: 1 }).waitFor();
    await page.getByRole('button', { name: `Remove ${bob.email}` }).click();
    await page.getByLabel(`Role of ${bob.email}`).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New workspace' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Second home');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.getByRole('heading', { name: 'Second home', level: 1 }).waitFor();
    await page.getByLabel('Workspace', { exact: true }).selectOption({ label: 'Bureau' });
    await page.getByRole('heading', { name: 'Bureau', level: 1 }).waitFor();
  });

  it('diagnostics: with the key of an operator, which is stored nowhere', async () => {
    const { page } = ada;
    await open('Diagnostics');
    await page.getByLabel('API key').fill('wrong');
    await page.getByRole('button', { name: 'Quick check' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('API key').fill(apiKey);
    await page.getByRole('button', { name: 'Check everything' }).click();
    await page.getByText('12 checks in').waitFor();
    await look(page, 'diagnostics');
    expect(await page.evaluate(everythingStored)).not.toContain(apiKey);
    expect(office.sessionId).toMatch(/^ses_/);
    expect(ada.troubles).toEqual([]);
  });
});
