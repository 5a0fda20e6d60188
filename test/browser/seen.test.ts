import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { echoTool, startMcpServer } from '../harness/mcp-server.ts';
import { actingAs } from '../harness/people.ts';
import { startTcpProxy } from '../harness/tcp-proxy.ts';
import { fits, look, newPage, signIn, type Visitor, visitor } from './page.ts';
import { lengthen, seedOffice } from './seed.ts';
import { ask, totals } from './talk.ts';
import { describeInBrowser, scripted } from './world.ts';

/** Run in the browser, so written as text: this program has no DOM types. */
const scrollUp = "document.querySelector('.turns').scrollTo({ top: 0 })";

const patience = { timeout: 40_000 };

/** Whether the last message that says this is within the window. */
const inView = async (page: Page, text: string) => {
  const box = await page.locator('.question, .markdown').filter({ hasText: text }).last().boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= 800;
};

describeInBrowser('the console: what a person sees', (world) => {
  let ada: Visitor;
  let office: Awaited<ReturnType<typeof seedOffice>>;
  let act: ReturnType<typeof actingAs>;
  const make = async (path: string, body: object) => (await act<{ id: string }>('POST', path, body)).body.id;
  const open = (name: string | RegExp) =>
    ada.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
  beforeAll(async () => {
    ada = await visitor(world);
    act = actingAs(world.gateway, ada.person);
    office = await seedOffice(world.gateway, ada.person);
  });

  it('a long conversation scrolls by itself, and what is sent while scrolled up is shown', async () => {
    const { page, person } = ada;
    const talk = await act<{ sessionId: string }>('POST', '/agent/chat', {
      agentId: office.accountant,
      message: 'Hello',
      surface: 'long',
    });
    await world.gateway.gateway.database.run(`DELETE FROM messages WHERE id LIKE 'msg_line%'`, []);
    await lengthen(world.gateway, person, talk.body.sessionId, office.accountant);
    await page.goto(`/console/chat?agent=${office.accountant}&session=${talk.body.sessionId}`);
    await page.getByText('Line 300', { exact: true }).waitFor();
    await expect.poll(() => inView(page, 'Line 300'), patience).toBe(true);
    await fits(page, 'a long conversation');
    // The composer has the focus: typing needs no click.
    await page.reload();
    await page.getByText('Line 300', { exact: true }).waitFor();
    await page.locator('textarea:focus').waitFor();
    await page.evaluate(scrollUp);
    await page.getByRole('button', { name: 'Jump to the latest' }).click();
    await expect.poll(() => inView(page, 'Line 300'), patience).toBe(true);
    await page.evaluate(scrollUp);
    await page.getByRole('button', { name: 'Jump to the latest' }).waitFor();
    await ask(page, 'What is 40 + 2?');
    await expect.poll(() => inView(page, 'What is 40 + 2?'), patience).toBe(true);
    await page.locator('.turn').last().locator('.totals').waitFor();
    await page.getByRole('button', { name: 'Jump to the latest' }).waitFor({ state: 'detached' });
  });

  it('a new conversation is one click at 360 px, and suggestions fit the agent', async () => {
    const { page } = ada;
    const plain = await make('/agents', { name: 'Plain' });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'New conversation', exact: true }).click();
    await page.getByRole('button', { name: 'What is 17% of 2,340?' }).waitFor();
    await page.goto(`/console/chat?agent=${plain}`);
    await page.getByRole('button', { name: 'What can you do for me?' }).waitFor();
    expect(await page.getByRole('button', { name: 'What is 17% of 2,340?' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Conversations', exact: true }).click();
    await page.getByRole('dialog').getByText('Hello').first().waitFor();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('a run that waits is approved by keyboard in the inbox, and on the pages of the run and the session', async () => {
    const { page } = ada;
    const careful = await make('/agents', { name: 'Careful', tools: ['calculator'], approvals: ['calculator'] });
    const wait = async (message: string) => {
      const { status, body } = await act<{ runId: string; sessionId: string }>('POST', '/agent/chat', {
        agentId: careful,
        message,
        surface: message,
      });
      expect(status).toBe(202);
      return body;
    };
    const [first, second, third] = [
      await wait('What is 6 * 7?'),
      await wait('What is 8 * 8?'),
      await wait('What is 9 * 9?'),
    ];
    const cards = page.getByRole('region', { name: 'Approval of calculator' });

    await page.goto(`/console/sessions/${first.sessionId}`);
    await cards.getByText('6 * 7').waitFor();
    await page.locator('.tool-call', { hasText: 'waiting' }).waitFor();
    expect(await page.locator('.totals').count()).toBe(0);
    await look(page, 'a session that waits', false);
    await cards.getByRole('button', { name: 'Approve' }).click();
    await totals(page).waitFor();
    await page.locator('.markdown').getByText('42').waitFor();

    await page.goto(`/console/runs/${second.runId}`);
    await cards.getByText('8 * 8').waitFor();
    expect(await page.locator('.lead').innerText()).not.toContain('tokens');
    await look(page, 'a run that waits', false);
    await cards.getByRole('button', { name: 'Deny' }).click();
    await page
      .locator('.lead')
      .getByText(/of it at work/)
      .waitFor();
    // The bars of the waterfall are thin, and no row covers the next.
    const bars = await page.locator('.span-bar').all();
    for (const bar of bars) expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(12);
    const whole = await page.locator('.waterfall .span-time').first().innerText();
    expect(await page.locator('.lead').innerText()).toContain(`${whole}, `);

    await open(/^Approvals.*1 waiting$/);
    await cards.getByText('9 * 9').waitFor();
    await look(page, 'approvals');
    await cards.getByRole('button', { name: 'Approve' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    await page.getByRole('tab', { name: 'Waiting' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tabpanel', { name: 'Approved' }).getByText('calculator').first().waitFor();
    await look(page, 'approved calls', false);
    await expect
      .poll(async () => (await act<{ status: string }>('GET', `/jobs/${third.runId}`)).body.status, patience)
      .toBe('completed');
  });

  it('edits that are not saved are not lost, and drafts are kept', async () => {
    const { page } = ada;
    await page.goto(`/console/agents/${office.accountant}`);
    await page.getByLabel('Description').fill('Counts, and counts again.');
    await open('Memory');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.waitFor();
    await look(page, 'leaving without saving', false);
    await question.getByRole('button', { name: 'Stay here' }).click();
    expect(await page.getByLabel('Description').inputValue()).toBe('Counts, and counts again.');
    await open('Memory');
    await question.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByRole('heading', { name: 'Memory', level: 1 }).waitFor();

    await page.goto('/console/chat');
    await page.getByLabel('Message').fill('Half a tho');
    await open('Agents');
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
    await open('Chat');
    await expect.poll(() => page.getByLabel('Message').inputValue(), patience).toBe('Half a tho');
    await page.reload();
    await expect.poll(() => page.getByLabel('Message').inputValue(), patience).toBe('Half a tho');

    // The first message names the conversation. What is written meanwhile stays in the field, and is its draft.
    await page.goto(`/console/chat?agent=${office.accountant}`);
    await page.getByLabel('Message').fill('What is 6 * 7?');
    await page.getByLabel('Message').press('Enter');
    await page.getByLabel('Message').pressSequentially('And 7 * 8?');
    await page.waitForURL(/session=/);
    expect(await page.getByLabel('Message').inputValue()).toBe('And 7 * 8?');
    await page.reload();
    await expect.poll(() => page.getByLabel('Message').inputValue(), patience).toBe('And 7 * 8?');
    await page.getByLabel('Message').fill('');
  });

  it('relative times go on, and an idle page asks at most six times a minute', async () => {
    const { page, context } = await newPage(world.browser, world.gateway.url);
    await page.clock.install();
    await signIn(page, ada.person);
    for (const path of ['agents', 'runs', 'webhooks/inspector', 'schedules', 'approvals', 'models', 'chat']) {
      await page.goto(`/console/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      const asked: string[] = [];
      const count = (request: { url(): string }) => void asked.push(request.url());
      page.on('request', count);
      await page.clock.runFor(60_000);
      page.off('request', count);
      expect(asked.length, `${path}: ${asked.join(' ')}`).toBeLessThanOrEqual(6);
      if (path !== 'agents') continue;
      const changed = page.locator('.agent-card time').first();
      const before = await changed.innerText();
      await page.clock.fastForward('10:00');
      await expect.poll(() => changed.innerText(), patience).not.toBe(before);
    }
    await context.close();
  });

  it('Ctrl+K leads anywhere by keyboard, and a schedule is said in words', async () => {
    const { page } = ada;
    await page.goto('/console/chat');
    await page.getByLabel('Message').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Go to/ }).fill('chat with resea');
    await page.getByRole('option', { name: 'Chat with Researcher' }).waitFor();
    await look(page, 'palette', false);
    await page.getByRole('combobox', { name: /^Go to/ }).press('Enter');
    await expect.poll(() => page.getByLabel('Agent').inputValue(), patience).toMatch(/^agt_/);
    await page.getByRole('heading', { name: 'Researcher' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Go to/ }).fill('sched');
    await page.getByRole('combobox', { name: /^Go to/ }).press('Enter');
    await page.getByRole('button', { name: 'New cron' }).click();
    await page.getByText('Runs at 09:00 on Monday to Friday.').waitFor();
    await page.getByLabel('When').fill('*/15 * * * *');
    await page.getByText('Runs every 15 minutes.').waitFor();
    await page.getByText('Next, by your clock:').waitFor();
    await page.keyboard.press('Escape');
  });

  it('shares are sorted by what is measured, and an error is said once', async () => {
    const { page } = ada;
    await open('Costs');
    const byModel = page.locator('section', { has: page.getByRole('heading', { name: 'By model' }) });
    for (const measure of ['Cost', 'Tokens', 'Requests']) {
      await page.getByLabel('Measure').selectOption({ label: measure });
      await byModel.locator('.share-head').nth(1).waitFor();
      const values = (await byModel.locator('.share-head > :last-child').allInnerTexts()).map((text) =>
        Number(text.replaceAll(/[$,]/g, '')),
      );
      expect(values.length).toBeGreaterThan(1);
      expect(values).toEqual(values.toSorted((one, other) => other - one));
    }
    await page.getByLabel('Period').selectOption('90');
    await page.getByRole('img', { name: 'Requests by day' }).waitFor();
    await fits(page, 'costs of 90 days');

    await open('Schedules');
    await page.getByRole('button', { name: 'New cron' }).click();
    await page.getByLabel('Time zone').fill('Europe/Nowhere');
    await page.getByLabel('Agent').selectOption({ label: 'Accountant' });
    await page.getByLabel('Message').fill('Hello');
    await page.getByRole('button', { name: 'Create schedule' }).click();
    await page.locator('.field.invalid').waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.keyboard.press('Escape');
  });

  it('a secret is changed and every browser signed out only after a question', async () => {
    const { page } = ada;
    const webhook = await make('/webhooks', { url: 'https://example.com/hook', events: ['agent.failed'] });
    await page.goto(`/console/webhooks/${webhook}`);
    await page.getByRole('button', { name: 'New secret' }).click();
    const question = page.getByRole('dialog', { name: 'Make a new secret?' });
    await look(page, 'a new secret', false);
    await question.getByRole('button', { name: 'Keep the old one' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await page.getByText(/whsec_/).count()).toBe(0);
    await page.getByRole('button', { name: 'New secret' }).click();
    await question.getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByText(/^whsec_/).waitFor();

    const other = await newPage(world.browser, world.gateway.url);
    await signIn(other.page, ada.person);
    await other.page.getByRole('button', { name: 'Sign out' }).click();
    await other.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await page.goto('/console/account?part=security');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay signed in' }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
    await other.context.close();
  });

  it('a page that is not loaded yet waits for the gateway, inside the console', async () => {
    const wire = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(world.gateway.url).port) });
    const { page, context } = await newPage(world.browser, `http://127.0.0.1:${wire.port}`);
    await signIn(page, ada.person);
    await page.getByLabel('Message').waitFor();
    wire.cut();
    await page.getByRole('link', { name: 'Diagnostics' }).click();
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();
    await page.getByText('The gateway does not answer.').first().waitFor();
    await look(page, 'without the gateway', false);
    wire.heal();
    await page.getByRole('heading', { name: 'Diagnostics', level: 1 }).waitFor();
    await page.getByText('does not answer').waitFor({ state: 'detached' });
    await context.close();
    await wire.stop();
  });

  it('answers are read, copied, rated, given again, and gone on from elsewhere', async () => {
    const { page, context } = ada;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');
    const writer = await make('/agents', { name: 'Writer', ...scripted });
    const code = 'const answer: number = 42; // twice 21';
    const formula = String.raw`\(a_1 * b_2 * c_3\)`;
    world.model.script(
      `# Large\n\n###### Small\n\nText with ${formula}.\n\n\`\`\`ts\n${code}\n\`\`\`\n\n| a | b |\n|---|---|\n| 1 | 2 |`,
      'The second answer.',
      'Another question’s answer.',
      { status: 400, message: 'Out of ink.' },
      'Refilled.',
    );
    await page.goto(`/console/chat?agent=${writer}`);
    await ask(page, 'Write something.');
    await totals(page).waitFor();
    const size = (selector: string) =>
      page.evaluate<number>(`parseFloat(getComputedStyle(document.querySelector('.markdown ${selector}')).fontSize)`);
    for (const heading of ['h3', 'h6']) expect(await size(heading)).toBeGreaterThan(await size('p'));
    await page.locator('.code-keyword', { hasText: 'const' }).waitFor();
    await page.locator('.code-comment', { hasText: '// twice 21' }).waitFor();
    await page.getByText(formula).waitFor();
    await look(page, 'an answer with code', false);
    await page.getByRole('button', { name: 'Copy code' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await clipboard()).toBe(code);
    await page.getByRole('button', { name: 'Good answer' }).click();
    await page.getByRole('button', { name: 'Good answer', pressed: true }).waitFor();

    await page.getByRole('button', { name: 'Answer again' }).click();
    await page.getByText('The second answer.').waitFor();
    await page.getByText('2 of 2').waitFor();
    await page.getByRole('button', { name: 'Earlier answer' }).click();
    await page.getByText('1 of 2').waitFor();
    await page.getByRole('button', { name: 'Good answer', pressed: true }).waitFor();
    await page.getByRole('button', { name: 'Later answer' }).click();
    await page.getByText('The second answer.').waitFor();
    await page.getByRole('button', { name: 'Copy the answer' }).click();
    await expect.poll(clipboard, patience).toBe('The second answer.');

    await page.getByRole('button', { name: 'Change the question' }).click();
    await page.getByLabel('Your question').fill('Write something else.');
    await look(page, 'changing a question', false);
    await page.getByRole('button', { name: 'Ask this instead' }).click();
    await page.getByText('Another question’s answer.').waitFor();
    await page.getByRole('button', { name: 'Earlier question' }).click();
    await page.getByText('The second answer.').waitFor();
    const before = page.url();
    await page.getByRole('button', { name: 'Go on from here in a new conversation' }).click();
    await page.getByText('This is a copy.').waitFor();
    await page.getByText('The second answer.').waitFor();
    expect(page.url()).not.toBe(before);

    await ask(page, 'And now?');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Refilled.').waitFor();
    expect(ada.troubles).toEqual([]);
  });

  it('conversations of all agents are found, renamed, pinned and deleted beside the chat', async () => {
    const { page } = ada;
    await page.goto('/console/chat');
    const list = page.getByRole('complementary', { name: 'Conversations' });
    const row = (name: string | RegExp) => list.getByRole('listitem').filter({ hasText: name });
    await row('What is 17% of 2,340?').getByText('Accountant').waitFor();
    await row('What is 8 * 8?').getByText('Careful').waitFor();
    const todo = row('What is 17% of 2,340?').getByRole('button', { name: /^What to do with/ });
    await todo.click();
    await list.getByRole('button', { name: 'Rename What is 17% of 2,340?' }).click();
    await page.getByLabel('Title').fill('A division');
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await list.getByRole('button', { name: 'Pin A division' }).click();
    await list.getByRole('heading', { name: 'Pinned' }).waitFor();
    await look(page, 'conversations', false);
    await list.getByLabel('Search conversations').fill('391');
    await list.getByRole('heading', { name: 'In messages' }).waitFor();
    await list.getByRole('link', { name: /391/ }).first().click();
    await page.locator('.question', { hasText: '391' }).waitFor();
    await list.getByLabel('Search conversations').fill('');
    await row('A division')
      .getByRole('button', { name: /^What to do with/ })
      .click();
    await list.getByRole('button', { name: 'Delete A division' }).click();
    await page.getByRole('button', { name: 'Delete it' }).click();
    await row('A division').waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('session=');
  });

  it('tools, channels, swarms and memory policies are made, used and deleted by form', {
    timeout: 60_000,
  }, async () => {
    const { page } = ada;
    const dialog = page.getByRole('dialog');
    await open('Tools');
    await page.getByRole('button', { name: 'calculator', exact: true }).click();
    await dialog.getByLabel('Parameters', { exact: true }).fill('{ "expression": "6 * 7" }');
    await dialog.getByRole('button', { name: 'Run it' }).click();
    await dialog.getByText('42').waitFor();
    await look(page, 'tool');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New HTTP tool' }).click();
    await dialog.getByRole('button', { name: 'Create tool' }).click();
    await dialog.getByText('Needed.').first().waitFor();
    await look(page, 'a new tool', false);
    await dialog.getByLabel('Name').fill('weather');
    await dialog.getByLabel('Description').fill('The weather in a city');
    await dialog.getByLabel('Address').fill('https://weather.example.com/cities/{city}');
    await dialog.getByRole('button', { name: 'Create tool' }).click();
    await page.getByRole('button', { name: 'weather', exact: true }).waitFor();
    await look(page, 'tools');
    await page.getByRole('button', { name: 'Delete weather' }).click();
    await dialog.getByRole('button', { name: 'Delete it' }).click();
    await page.getByText('weather is deleted.').waitFor();
    await page.getByRole('tab', { name: 'MCP servers' }).click();
    await page.getByRole('heading', { name: 'No MCP servers yet' }).waitFor();
    const server = await startMcpServer([echoTool]);
    await page.getByRole('button', { name: 'Add a server' }).click();
    await dialog.getByLabel('Name').fill('sums');
    await dialog.getByLabel('Address').fill('http://127.0.0.1:1/mcp');
    await dialog.getByLabel('Headers').fill('{ not json');
    await dialog.getByText(/^Not JSON/).waitFor();
    await look(page, 'a new MCP server', false);
    await dialog.getByLabel('Headers').fill('{ "x-team": "blue" }');
    await dialog.getByLabel('Address').fill(server.url);
    await dialog.getByRole('button', { name: 'Add server' }).click();
    await page.getByRole('heading', { name: 'sums' }).waitFor();
    await page.getByText('1 tool ').waitFor();
    await look(page, 'mcp-servers');
    await page.getByRole('button', { name: 'Change sums' }).click();
    await dialog.getByLabel('Name').fill('sums2');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'sums2' }).waitFor();
    await page.getByRole('button', { name: 'Delete sums2' }).click();
    await dialog.getByRole('button', { name: 'Delete it' }).click();
    await page.getByText('sums2 is deleted.').waitFor();
    await server.stop();
    await page.getByRole('tab', { name: 'Skills' }).click();
    await page
      .getByRole('button', { name: /^What .* holds$/ })
      .first()
      .click();
    await dialog.getByRole('heading', { name: 'Said to the model' }).waitFor();
    await look(page, 'skill', false);
    await page.keyboard.press('Escape');

    await open('Channels');
    await page.getByRole('button', { name: 'New channel' }).click();
    await dialog.getByLabel('Name').fill('Support');
    await dialog.getByLabel('Agent').selectOption({ label: 'Accountant' });
    await dialog.getByRole('button', { name: 'Create channel' }).click();
    await dialog.getByText('The signing secret, shown this once:').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'Support' }).waitFor();
    await look(page, 'channels');

    await open('Swarms');
    await page.getByRole('button', { name: 'New swarm' }).click();
    await dialog.getByLabel('Agent').selectOption({ label: 'Accountant' });
    await dialog.getByLabel('Messages').fill('What is 2 + 3?\nWhat is 30 + 3?');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByText('2 of 2 done').waitFor();
    await dialog.getByText('33').waitFor();
    await look(page, 'swarm');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: '2 messages' }).waitFor();

    await page.goto('/console/memory?tier=policies');
    await page.getByRole('button', { name: 'New memory policy' }).click();
    await dialog.getByLabel('Name').fill('Discreet');
    await dialog.getByLabel('What is captured from a turn').selectOption('off');
    await dialog.getByRole('button', { name: 'Create policy' }).click();
    await page.getByRole('button', { name: 'Discreet', exact: true }).waitFor();
    await look(page, 'memory-policies');
    expect(ada.troubles).toEqual([]);
  });
});
