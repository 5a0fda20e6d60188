import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entries, rssFeed } from '../harness/feeds.ts';
import { apiKey } from '../harness/gateway.ts';
import { clearOfMidnight } from '../harness/midnight.ts';
import { actingAs, quickPerson } from '../harness/people.ts';
import { type Receiver, startReceiver } from '../harness/webhook-receiver.ts';
import { accountPages, everythingStored, knowledgePages, look, seen, type Visitor, visitor } from './page.ts';
import { seedOffice } from './seed.ts';
import { ask, totals } from './talk.ts';
import { describeInBrowser, scripted } from './world.ts';

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
    // Closes what the previous test left open.
    await ada.page.keyboard.press('Escape');
    await ada.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
    await ada.page.getByRole('heading', { level: 1 }).waitFor();
  };

  it('agents: creates, tries and changes one, and shows errors while typing', async () => {
    const { page } = ada;
    await open('Agents');
    await page.getByRole('link', { name: 'Researcher' }).waitFor();
    await look(page, 'agents');
    await page.getByRole('link', { name: 'New agent' }).click();
    await page.getByLabel('Name').fill('Helper');
    await page.getByText('Limits and memory').click();
    await page.getByLabel('Temperature').fill('3');
    await page.getByText('A number from 0 to 2.').waitFor();
    await look(page, 'a new agent', false);
    await page.getByText('Limits and memory').click();
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.locator('input:focus').and(page.getByLabel('Temperature')).waitFor();
    await page.getByLabel('Temperature').fill('0.5');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { name: 'What it can do now' }).waitFor();
    await page.getByLabel('Message').fill('What is 6 * 7?');
    await page.keyboard.press('Enter');
    await page.locator('.try-it .totals').waitFor();
    await page.getByLabel('calculator asks first').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('asks first', { exact: true }).last().waitFor();
    await page.getByText('Saved.').waitFor();
    await look(page, 'agent');
    await page.getByRole('button', { name: 'Version 2', exact: true }).click();
    const versions = page.getByRole('dialog', { name: 'Version 2, beside 1' });
    await versions.getByRole('heading', { name: 'approvals', exact: true }).waitFor();
    await versions.locator('.diff.added').getByText('calculator').waitFor();
    expect(await versions.locator('.diff.removed').allInnerTexts()).toEqual(['[]']);
    await look(page, 'two versions of an agent', false);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete' }).click();
    await look(page, 'deleting an agent', false);
    await page.getByRole('button', { name: 'Keep it' }).click();
  });

  it('sessions: finds one by a word, reads it and hands it over', async () => {
    const { page } = ada;
    await open('Sessions');
    await page.getByRole('link', { name: /17% of 2,340/ }).waitFor();
    await look(page, 'sessions');
    await page.getByLabel('Search in all messages').fill('Tokyo');
    await page.getByRole('link', { name: 'Open the conversation' }).first().waitFor();
    await look(page, 'found messages', false);
    await page.getByLabel('Search in all messages').fill('');
    await page.getByRole('link', { name: /17% of 2,340/ }).click();
    await page.getByRole('button', { name: 'Hand over' }).click();
    await page.getByLabel('To', { exact: true }).selectOption({ label: 'Researcher' });
    await page.getByLabel('Reason').fill('needs a source');
    await look(page, 'handing over', false);
    await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click();
    await page.getByText('Handed over from Accountant to Researcher: needs a source').waitFor();
    await look(page, 'session');
  });

  it('sessions: reads a long one backwards, with the totals of its first question', async () => {
    const { page } = ada;
    await page.goto(`/console/chat?session=${office.longSessionId}`);
    await page.getByRole('link', { name: 'Earlier messages' }).click();
    await page.getByText('Line 300', { exact: true }).waitFor();
    const firstQuestion = page.locator('.question', { hasText: 'Tokyo' });
    expect(await firstQuestion.count()).toBe(0);
    await page.getByRole('button', { name: 'Show earlier messages' }).click();
    await page.locator('.turn').filter({ has: firstQuestion }).locator('.totals').waitFor();
    expect(await page.locator('.turn').count()).toBe(151);
    expect(await page.getByRole('button', { name: 'Show earlier messages' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete it' }).click();
    await page.getByRole('link', { name: /17% of 2,340/ }).waitFor();
    await page.getByRole('link', { name: /Tokyo/ }).waitFor({ state: 'detached' });
  });

  it('webhooks: creates one, shows its secret once, inspects and redelivers', async () => {
    const { page } = ada;
    await open('Webhooks');
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByLabel('Address').fill('not an address');
    await page.getByText('An address that begins with').waitFor();
    await look(page, 'a new webhook', false);
    await page.getByLabel('Address').fill(`${receiver.url}/hooks`);
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByText(/^whsec_/).waitFor();
    await look(page, 'the secret of a webhook', false);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: `${receiver.url}/hooks` }).waitFor();
    await look(page, 'webhooks');
    await page.getByRole('link', { name: `${receiver.url}/hooks` }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText(/Answered 200 in/).waitFor();
    await page.getByText('succeeded', { exact: true }).first().waitFor();
    expect(await page.getByText(/whsec_/).count()).toBe(0);
    await look(page, 'webhook');

    const deliveries = receiver.records.length;
    await actingAs(world.gateway, ada.person)('POST', '/agent/chat', {
      agentId: office.accountant,
      message: 'What is 2 + 2?',
    });
    await expect.poll(() => receiver.records.length, { timeout: 40_000 }).toBeGreaterThan(deliveries);
    await page.getByRole('link', { name: 'Inspector' }).click();
    await page.getByRole('button', { name: 'agent.completed' }).first().waitFor();
    await look(page, 'the inspector', false);
    await page.getByRole('button', { name: 'agent.completed' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('"event": "agent.completed"').waitFor();
    await look(page, 'webhook-inspector');
    const before = receiver.records.length;
    await dialog.getByRole('button', { name: 'Redeliver' }).click();
    await dialog.getByText('On its way again.').waitFor();
    await expect.poll(() => receiver.records.length, { timeout: 40_000 }).toBeGreaterThan(before);
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Dead letters' }).click();
    // Six attempts, one second apart, have failed by now or soon will have.
    await expect
      .poll(
        async () =>
          (await actingAs(world.gateway, ada.person)<{ data: unknown[] }>('GET', '/webhooks/dead-letters')).body.data
            .length,
        {
          timeout: 40_000,
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
    // Still shown after a reload.
    await page.reload();
    await page.getByText('Test mode is on: nothing').waitFor();
    await page.getByText('"event": "webhook.test"').waitFor();
    await look(page, 'webhook-test-mode');
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByText('Test mode is off').waitFor();
  });

  it('costs: shows a chart by day, shares by agent and model, and the used part of the budget', async () => {
    const { page } = ada;
    await actingAs(world.gateway, ada.person)('PUT', `/workspaces/${ada.person.workspaceId}/settings`, {
      monthlyBudgetUsd: 40,
    });
    await open('Costs');
    await page.getByRole('img', { name: 'Cost by day' }).waitFor();
    await page.getByText('openai/gpt-5.2-mini').waitFor();
    await page.getByRole('meter', { name: 'Budget spent' }).waitFor();
    await look(page, 'costs');

    // Any days can be chosen; they are in the address. The months before this one had no traffic.
    await page.getByLabel('Period').selectOption('own');
    await page.getByLabel('From', { exact: true }).fill('2026-01-01');
    await page.getByLabel('To', { exact: true }).fill('2026-01-31');
    await page.getByText('from 2026-01-01 to 2026-01-31').waitFor();
    await page.reload();
    await page.getByText('from 2026-01-01 to 2026-01-31').waitFor();
    await page.locator('.figure', { hasText: 'requests to models' }).getByText('0', { exact: true }).waitFor();
    expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe('2026-01-31');
    await look(page, 'costs of chosen days', false);
    await page.getByLabel('Period').selectOption('7');
    await page.getByText('in 7 days').waitFor();
  });

  it('runs: shows a live list, and a waterfall of one run', async () => {
    const { page } = ada;
    const act = actingAs(world.gateway, ada.person);
    const agent = await act<{ id: string }>('POST', '/agents', { name: 'Archivist', ...scripted });
    let release = () => {};
    const held = new Promise<string>((resolve) => {
      release = () => resolve('In the cellar.');
    });
    world.model.reply(() => held);
    const answered = act('POST', '/agent/chat', { agentId: agent.body.id, message: 'Where is the ledger of 1987?' });
    await open('Runs');
    await page.getByRole('link', { name: /391 \/ 17/ }).waitFor();
    const watched = page.getByRole('row').filter({ hasText: 'the ledger of 1987' });
    await watched.getByText('running', { exact: true }).waitFor();
    await look(page, 'runs');
    release();
    expect((await answered).status).toBe(200);
    // No click: the list refreshes by itself.
    await watched.getByText('completed', { exact: true }).waitFor();
    await page.getByRole('link', { name: /391 \/ 17/ }).click();
    await page.getByRole('button', { name: /execute_tool calculator/ }).click();
    await page.getByText('gen_ai.tool.name').waitFor();
    // What the tool was given and answered, and what the model said, come from the conversation.
    await page.getByRole('region', { name: 'What execute_tool calculator was given' }).getByText('391 / 17').waitFor();
    await page.getByRole('region', { name: 'What execute_tool calculator answered' }).getByText('23').waitFor();
    await look(page, 'run');
    await page
      .getByRole('button', { name: /^chat offline/ })
      .last()
      .click();
    await page.getByRole('region', { name: 'What chat offline answered' }).getByText('23').waitFor();
    await page.getByLabel('Compare with').selectOption({ label: 'What is 17% of 2,340?' });
    const compared = page.getByRole('dialog', { name: 'Two runs side by side' });
    await compared
      .getByRole('row', { name: /^Answer/ })
      .getByText('397.8')
      .waitFor();
    await look(page, 'compared runs', false);
    await page.keyboard.press('Escape');

    // Filters and order are in the address: they survive a reload. A click anywhere in a row opens it.
    await open('Runs');
    await page.getByLabel('Agent').selectOption({ label: 'Accountant' });
    await page.getByLabel('Filter by text').fill('what is');
    await page.getByRole('button', { name: 'Tokens' }).click();
    await page.getByRole('columnheader', { name: 'Tokens' }).and(page.locator('[aria-sort=descending]')).waitFor();
    await page.getByRole('link', { name: /ledger of 1987/ }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('columnheader', { name: 'Tokens' }).and(page.locator('[aria-sort=descending]')).waitFor();
    const tokens = (await page.locator('td[data-head=Tokens]').allInnerTexts()).map((text) =>
      Number(text.replace(',', '')),
    );
    expect(tokens.length).toBeGreaterThan(1);
    expect(tokens).toEqual(tokens.toSorted((one, other) => other - one));
    // So is the time that is looked at: what is older is left out.
    const jobs = (await act<{ data: { id: string; message: string }[] }>('GET', '/jobs?limit=200')).body.data;
    const old = jobs.find(({ message }) => message.includes('391 / 17'))?.id ?? '';
    await world.gateway.gateway.database.run('UPDATE runs SET created_at = created_at - $1 WHERE id = $2', [
      3 * 86_400_000,
      old,
    ]);
    await page.getByLabel('Time').selectOption('7d');
    await page.getByRole('link', { name: /391 \/ 17/ }).waitFor();
    await page.getByLabel('Time').selectOption('1d');
    await page.getByRole('link', { name: /391 \/ 17/ }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /17% of 2,340/ }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: /17% of 2,340/ }).waitFor();
    expect(await page.getByRole('link', { name: /391 \/ 17/ }).count()).toBe(0);
    expect(page.url()).toContain('since=1d');
    // The link of the row lies over the cell.
    await page.locator('td[data-head=Cost]').first().click({ force: true });
    await page.getByRole('heading', { name: 'What took how long' }).waitFor();
  });

  it('memory: searches by meaning, changes an entry and lists by tier', async () => {
    const { page } = ada;
    await open('Memory');
    await page.getByText('The fiscal year ends in June.').waitFor();
    await look(page, 'memory');
    await page.getByRole('button', { name: 'Edit' }).first().click();
    await page.getByLabel('Content').fill('The fiscal year ends in July.');
    await look(page, 'changing a note', false);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('ends in July').waitFor();
    await page.getByLabel('Search by meaning').fill('when does the financial year close?');
    await page.getByText('alike').first().waitFor();
    await look(page, 'found memories', false);
    await page.getByLabel('Search by meaning').fill('');
    // By keyboard: the tabs are one stop for the Tab key, and the arrow keys wrap around.
    const tab = (name: string) => page.getByRole('tab', { name, selected: true }).and(page.locator(':focus'));
    await page.getByRole('tab', { name: 'Notes' }).focus();
    const byArrow = { Daily: 'quarterly figures', Conversations: /Nothing here yet|from /, Profile: 'Zürich' };
    for (const [name, text] of Object.entries(byArrow)) {
      await page.keyboard.press('ArrowRight');
      await tab(name).waitFor();
      await page.getByRole('tabpanel', { name }).getByText(text).first().waitFor();
      await look(page, `memory: ${name}`, false);
      await page.getByRole('tab', { name }).focus();
    }
    await page.keyboard.press('Home');
    await tab('Notes').waitFor();
    await page.keyboard.press('ArrowLeft');
    await tab('Promotions').waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('End');
    await tab('Promotions').waitFor();
  });

  it('memory: explains and reverts a promotion, exports and erases everything', async () => {
    const { page } = ada;
    await page.getByRole('button', { name: 'See what would be promoted' }).click();
    const report = page.locator('section', {
      has: page.getByRole('heading', { name: /What (would happen|happened)/ }),
    });
    const [goes, stays] = ['black coffee', 'quarterly figures'].map((text) =>
      report.getByRole('listitem').filter({ hasText: text }),
    );
    await goes?.getByText('Daily → Notes · states a lasting fact (taste)').waitFor();
    await stays?.getByText('recalled 0 times, needs 3; by 0 different questions').waitFor();
    await page.getByRole('heading', { name: 'Nothing was promoted yet' }).waitFor();
    await page.getByRole('button', { name: 'Promote now' }).click();
    await page.getByRole('heading', { name: 'What happened' }).waitFor();
    await goes?.getByText('What was looked at').click();
    await goes?.getByText('passed lasting: states a lasting fact (taste)').waitFor();
    const promoted = page.getByRole('listitem').filter({ has: page.getByText(', because: ') });
    await promoted.getByText('Daily → Notes, because: states a lasting fact (taste)').waitFor();
    await look(page, 'memory-promotions');
    await page.getByRole('tab', { name: 'Notes' }).click();
    const note = page.getByRole('listitem').filter({ hasText: 'I drink black coffee' });
    await note.getByText('promoted', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Promotions' }).click();
    await promoted.getByRole('button', { name: 'Take back' }).click();
    await promoted.getByText('reverted', { exact: true }).waitFor();
    expect(await promoted.getByRole('button').count()).toBe(0);
    await page.getByRole('tab', { name: 'Daily' }).click();
    await note.waitFor();
    await page.getByRole('tab', { name: 'Notes' }).click();
    await page.getByText('ends in July').waitFor();
    // The old entries are shown until the list has been read again.
    await note.waitFor({ state: 'detached' });

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect((await saved).suggestedFilename()).toBe('memory.json');
    await page.getByRole('button', { name: 'Erase everything' }).click();
    await look(page, 'erasing all memory', false);
    await page.getByRole('button', { name: 'Erase it all' }).click();
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
  });

  it('schedules: creates a cron schedule and a heartbeat by form; the heartbeat runs and has a history', async () => {
    const { page } = ada;
    receiver.replyAt('/feed.xml', {
      headers: { 'content-type': 'application/rss+xml' },
      body: rssFeed(entries('one', 'two')),
    });
    await open('Schedules');
    await page.getByText('Morning figures').waitFor();
    await page.getByRole('button', { name: 'New cron' }).click();
    await page.getByLabel('When').fill('tomorrow');
    await page.getByText('Five fields').waitFor();
    await look(page, 'a new cron schedule', false);
    const weekly = {
      name: 'Weekly figures',
      cron: '30 7 * * 1',
      timezone: 'Europe/Zurich',
      message: 'What is 7 * 52?',
    };
    await page.getByLabel('Name').fill(weekly.name);
    await page.getByLabel('When').fill(weekly.cron);
    await page.getByLabel('Time zone').fill('Europe/Nowhere');
    await page.getByLabel('Agent').selectOption({ label: 'Accountant' });
    await page.getByLabel('Message').fill(weekly.message);
    await page.getByRole('button', { name: 'Create schedule' }).click();
    // An error from the gateway is shown at its field.
    await page.locator('.field.invalid', { hasText: 'Time zone' }).waitFor();
    await page.getByLabel('Time zone').fill(weekly.timezone);
    await page.getByRole('button', { name: 'Create schedule' }).click();
    const made = page.getByRole('listitem').filter({ hasText: weekly.name });
    await made.getByText('at 07:30 on Monday (Europe/Zurich) → Accountant').waitFor();
    await made.getByText(weekly.message).waitFor();
    await page
      .locator(':focus')
      .and(page.getByRole('button', { name: 'New cron' }))
      .waitFor();
    const stored = await actingAs(world.gateway, ada.person)<{ data: object[] }>('GET', '/cron');
    expect(stored.body.data).toContainEqual(
      expect.objectContaining({ ...weekly, agentId: office.accountant, enabled: true }),
    );
    await page.getByRole('button', { name: 'New heartbeat' }).click();
    await page.getByLabel('Name').fill('News');
    await page.getByLabel('Address').fill(`${receiver.url}/feed.xml`);
    await page.getByLabel('Agent').selectOption({ label: 'Researcher' });
    await look(page, 'a new heartbeat', false);
    await page.getByRole('button', { name: 'Create heartbeat' }).click();
    const card = page.getByRole('listitem').filter({ hasText: 'feed.xml' });
    await card.getByRole('button', { name: 'Run now' }).click();
    await card.getByRole('cell', { name: 'ok', exact: true }).first().waitFor();
    await look(page, 'schedules');
    await card.getByRole('button', { name: 'Switch off' }).click();
    await card.getByText('off', { exact: true }).waitFor();
  });

  it('workspace: shows figures, members, settings and restrictions', async () => {
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
    await page.getByText('Saved.').waitFor();
    await page.getByRole('button', { name: `Remove ${bob.email}` }).click();
    await page.getByLabel(`Role of ${bob.email}`).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New workspace' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Second home');
    await look(page, 'a new workspace', false);
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.getByRole('heading', { name: 'Second home', level: 1 }).waitFor();
  });

  it('every page of an empty workspace explains itself', async () => {
    const { page } = ada;
    const empty = {
      Chat: 'Your first agent',
      Agents: 'No agents yet',
      Tools: 'Tools',
      Models: 'No connections of your own yet',
      Sessions: 'No conversations yet',
      Runs: 'No runs yet',
      Approvals: 'Nothing waits for you',
      Memory: 'Nothing here yet',
      Knowledge: 'No documents yet',
      Channels: 'No channels yet',
      Swarms: 'No swarms yet',
      Webhooks: 'No webhooks yet',
      Inspector: 'No requests were made yet',
      'Dead letters': 'Nothing here',
      'Test mode': 'Nothing was held back',
      Schedules: 'No heartbeats yet',
      Costs: 'This month',
      Diagnostics: 'Diagnostics',
      Workspace: 'Second home',
    };
    for (const [name, heading] of Object.entries(empty)) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name: heading }).waitFor();
      await look(page, name === 'Chat' ? 'welcome' : `${name}, empty`, name === 'Chat');
    }
  });

  it('costs: today’s bar and the total include today’s chat, to a hundredth of a cent', async () => {
    await clearOfMidnight(20_000);
    const { page } = ada;
    const all = await actingAs(world.gateway, ada.person)<{ data: { id: string; name: string }[] }>(
      'GET',
      '/workspaces',
    );
    const workspaceId = all.body.data.find(({ name }) => name === 'Second home')?.id ?? '';
    const act = actingAs(world.gateway, ada.person, workspaceId);
    await act('PUT', `/workspaces/${workspaceId}/settings`, { monthlyBudgetUsd: 0.1 });
    const agent = await act<{ id: string }>('POST', '/agents', { name: 'Priced', ...scripted });
    // 10,000 × $2 + 2,000 × $0.50 + 360 × $10, then 5,000 × $2 + 100 × $10, for a million each.
    world.model.script(
      { text: 'Dearly.', usage: { promptTokens: 12_000, cachedTokens: 2_000, completionTokens: 360 } },
      { text: 'Less so.', usage: { promptTokens: 5_000, completionTokens: 100 } },
    );
    await page.goto('/console/chat');
    await ask(page, 'What does this cost?');
    await totals(page).getByText('$0.0246').waitFor();
    const second = await act<{ costUsd: number; createdAt: string }>('POST', '/agent/chat', {
      agentId: agent.body.id,
      message: 'And this?',
    });
    expect(second.body.costUsd).toBe(0.011);
    const today = new Date().toISOString().slice(0, 10);

    await open('Costs');
    await page.locator('.figure', { hasText: 'in 30 days' }).getByText('$0.0356', { exact: true }).waitFor();
    await page.getByRole('img', { name: 'Cost by day' }).waitFor();
    const bars = await page.locator('.chart .bar title').allTextContents();
    expect(bars).toHaveLength(30);
    expect(bars.filter((text) => !text.endsWith(': $0'))).toEqual([`${today}: $0.0356`]);
    expect(await page.locator('.chart .bar[height="0"]').count()).toBe(29);
    // The top of the chart is four cents, 178 above its foot.
    const bar = page.locator('.chart .bar', { hasText: today });
    expect(Number(await bar.getAttribute('height'))).toBeCloseTo((178 * 0.0356) / 0.04);
    for (const name of ['Priced', 'openai-compatible/scripted'])
      await page
        .locator('.shares li', { hasText: /\$0\.0356.*2 requests/s })
        .filter({ hasText: name })
        .waitFor();
    await page.getByText('$0.0356 of $0.10 spent').waitFor();

    // Each workspace has its own last conversation.
    await open('Chat');
    await page.getByText('Dearly.').waitFor();
    const workspaces = page.getByLabel('Workspace', { exact: true });
    await workspaces.selectOption({ label: 'Bureau' });
    await page.locator('.chips .button').first().waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await workspaces.selectOption({ label: 'Second home' });
    await page.getByText('Dearly.').waitFor();
    await workspaces.selectOption({ label: 'Bureau' });
  });

  it('restrictions and grants: survive a reload, and a wrong value gets a plain error', async () => {
    const { page } = ada;
    await open('Workspace');
    const providers = page.getByRole('group', { name: 'Providers' });
    await providers.getByLabel('All').uncheck();
    for (const name of ['local', 'openai', 'anthropic', 'google', 'openai-compatible'])
      await providers.getByLabel(name, { exact: true }).uncheck();
    await page.getByText('With none no agent can answer').waitFor();
    await providers.getByLabel('local').check();
    await page.getByLabel('Models', { exact: true }).fill('offline\nopenai/gpt-5.2-mini');
    await page.getByText('openai/gpt-5.2-mini is of a provider that is not chosen above.').waitFor();
    await look(page, 'wrong restrictions', false);
    await page.getByLabel('Models', { exact: true }).fill('offline');
    await page.getByRole('button', { name: 'Save restrictions' }).click();
    await page.getByText('Saved.').waitFor();

    const [bob, grants] = [await quickPerson(world.gateway, 'bob'), page.locator('section', { hasText: 'Grants' })];
    await page.getByLabel('Agent to lend').selectOption({ label: 'Accountant' });
    await page.getByLabel('Workspace to lend it to').fill('ws_nobody');
    await page.getByRole('button', { name: 'Grant', exact: true }).click();
    await grants.getByRole('alert').filter({ hasText: 'Workspace ws_nobody' }).waitFor();
    await page.getByLabel('Workspace to lend it to').fill(bob.workspaceId);
    await page.getByRole('button', { name: 'Grant', exact: true }).click();
    await grants.getByText(bob.workspaceId).waitFor();
    expect(await grants.getByRole('alert').count()).toBe(0);

    await page.reload();
    await grants
      .getByRole('listitem')
      .filter({ hasText: `Accountant → ${bob.workspaceId}` })
      .waitFor();
    expect(await page.getByLabel('Models', { exact: true }).inputValue()).toBe('offline');
    expect(await providers.locator('input:checked').count()).toBe(1);
    expect(await providers.getByLabel('local').isChecked()).toBe(true);
    await look(page, 'restrictions and grants', false);
    await grants.getByRole('button', { name: 'End' }).click();
    await grants.getByText('No agent is lent to anybody.').waitFor();
  });

  it('diagnostics: run with an operator’s key, which is not stored', async () => {
    const { page } = ada;
    await open('Diagnostics');
    await page.getByLabel('API key').fill('wrong');
    await page.getByRole('button', { name: 'Quick check' }).click();
    await page.getByRole('alert').waitFor();
    await look(page, 'a wrong key', false);
    await page.getByLabel('API key').fill(apiKey);
    await page.getByRole('button', { name: 'Check everything' }).click();
    await page.getByText('12 checks in').waitFor();
    await look(page, 'diagnostics');
    expect(await page.evaluate(everythingStored)).not.toContain(apiKey);

    // The same key opens what operators do with people, workspaces and keys.
    await open('Operators');
    // The page before has a field of the same name.
    await page.getByRole('heading', { name: 'Operators', level: 1 }).waitFor();
    await page.getByLabel('API key').fill('wrong');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('API key').fill(apiKey);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('runs under way').waitFor();
    await look(page, 'operators');
    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByLabel('Find a person').fill(ada.person.email);
    await page.getByRole('button', { name: ada.person.email }).click();
    await page
      .getByRole('dialog')
      .getByText(/requests? · /)
      .waitFor();
    await page.getByRole('dialog').getByRole('columnheader', { name: 'Outcome' }).waitFor();
    await look(page, 'a person');
    await page.keyboard.press('Escape');
    for (const [tab, text] of Object.entries({
      Workspaces: 'personal',
      'Failed work': 'No work has failed for good',
      Batches: 'No batch is watched',
      'Service accounts': 'No service accounts',
    })) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('tabpanel').getByText(text).first().waitFor();
    }
    await page.getByRole('tab', { name: 'Batches' }).click();
    await page.getByRole('button', { name: 'New batch' }).click();
    await page.getByLabel('Agent').fill(office.accountant);
    await page.getByLabel('People').fill(ada.person.id);
    await page.getByLabel('Message').fill('What is 5 + 6?');
    await look(page, 'a new batch', false);
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('1 of 1 done').waitFor();
    await look(page, 'a batch', false);
    await page.getByRole('tab', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'New API key' }).click();
    await page.getByLabel('Name').fill('nightly checks');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').getByText(/^gw_/).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke nightly checks' }).click();
    await page.getByRole('button', { name: 'Revoke it' }).click();
    await page.getByText('nightly checks is deleted.').waitFor();
    expect(await page.evaluate(everythingStored)).not.toContain(apiKey);
    expect(office.sessionId).toMatch(/^ses_/);
    expect(ada.troubles).toEqual([]);
  });

  it('opens the menu over the page on a phone, and has a page for unknown addresses', async () => {
    const { page } = ada;
    await page.goto('/console/nowhere');
    await page.getByText('There is no such page.').waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Agents' }).waitFor();
    await look(page, 'the menu on a phone', false);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('link', { name: 'Helper' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete the agent' }).click();
    await page.getByRole('link', { name: 'Researcher' }).waitFor();
    await page.getByRole('link', { name: 'Helper' }).waitFor({ state: 'detached' });
  });

  it('every page of the console was looked at (other tests look at the reference, accounts and documents)', () => {
    const source = readFileSync(new URL('../../console/src/router.tsx', import.meta.url), 'utf8');
    const paths = [...source.matchAll(/ path: '(.+)'/g)]
      .map(([, path]) => path ?? '')
      .filter((path) => !['/', '/reference', ...accountPages, ...knowledgePages].includes(path));
    const missing = paths.filter((path) => {
      const pattern = new RegExp(`^/console${path.replace('$id', '[a-z]+_[^/]+')}$`);
      return ![...seen].some((address) => pattern.test(address));
    });
    expect(paths.length).toBeGreaterThan(15);
    expect(missing).toEqual([]);
  });
});
