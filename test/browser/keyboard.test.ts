import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { actingAs } from '../harness/people.ts';
import { type Visitor, visitor } from './page.ts';
import { totals } from './talk.ts';
import { describeInBrowser } from './world.ts';

/** Run in the browser, so written as text: what a screen reader would say of the element that has the focus. */
const focused = `(() => {
  const element = document.activeElement;
  return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
})()`;
/** Whether a ring or another sign around the element shows where the keyboard is. */
const isFocusSeen = `(() => {
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
  return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
})()`;

/** Presses Tab until the focus is where the person wants to go; each stop on the way can be seen. */
async function tabTo(page: Page, name: string | RegExp, most = 60): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press('Tab');
    const here = await page.evaluate<string>(focused);
    expect(await page.evaluate<boolean>(isFocusSeen), `the focus on “${here}”`).toBe(true);
    if (typeof name === 'string' ? here === name : name.test(here)) return;
    passed.push(here);
  }
  throw new Error(`Tab leads past ${passed.join(', ')}, and never to ${name}.`);
}

describeInBrowser('the console: by keyboard alone', (world) => {
  let ada: Visitor;
  let page: Page;
  let act: ReturnType<typeof actingAs>;
  beforeAll(async () => {
    ada = await visitor(world);
    page = ada.page;
    act = actingAs(world.gateway, ada.person);
    await act('POST', '/agents', { name: 'Careful', tools: ['calculator'], approvals: ['calculator'] });
    await act('POST', '/agents', { name: 'Brisk', tools: ['calculator'] });
    // The mouse is where nothing is.
    await page.mouse.move(0, 0);
  });

  it('a message is sent, and the next one without leaving the field', async () => {
    await page.goto('/console/chat');
    // The field has the focus without a press.
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('What is 40 + 2?');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('Only the number.');
    expect(await page.getByLabel('Message').inputValue()).toBe('What is 40 + 2?\nOnly the number.');
    await page.keyboard.press('Enter');
    await totals(page).waitFor();
    await page.locator('.markdown').getByText('42').waitFor();
    // What comes next is typed at once: the focus has stayed.
    await page.keyboard.type('And 40 + 3?');
    expect(await page.getByLabel('Message').inputValue()).toBe('And 40 + 3?');
    await page.keyboard.press('Enter');
    await totals(page, 1).waitFor();
    await page.locator('.markdown').getByText('43').waitFor();
  });

  it('the agent is switched in the head of the chat, and by Ctrl+K from anywhere', async () => {
    await page.goto('/console/chat');
    await page.locator('textarea:focus').waitFor();
    await page
      .getByRole('heading', { name: 'Brisk' })
      .or(page.getByRole('heading', { name: 'Careful' }))
      .waitFor();
    const agent = page.getByLabel('Agent');
    const chosen = () => agent.locator('option:checked').innerText();
    const before = await chosen();
    const other = before === 'Brisk' ? 'Careful' : 'Brisk';
    for (let presses = 0; (await page.evaluate<string>('document.activeElement.ariaLabel')) !== 'Agent'; presses++) {
      expect(presses).toBeLessThan(40);
      await page.keyboard.press('Shift+Tab');
    }
    // A letter chooses in a closed list, as the arrow keys do.
    await page.keyboard.type(other.slice(0, 1));
    await page.getByRole('heading', { name: other }).waitFor();
    expect(await chosen()).toBe(other);

    await page.goto('/console/memory');
    await page.getByRole('heading', { name: 'Memory', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(`chat with ${before}`);
    await page.getByRole('option', { name: `Chat with ${before}` }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: before }).waitFor();
    expect(await chosen()).toBe(before);
    await page.locator('textarea:focus').waitFor();
  });

  it('a call is found from the first key on, read, and approved; another is denied', async () => {
    const agents = (await act<{ data: { id: string; name: string }[] }>('GET', '/agents')).body.data;
    const careful = agents.find(({ name }) => name === 'Careful')?.id;
    const asked: string[] = [];
    for (const message of ['What is 6 * 7?', 'What is 8 * 8?']) {
      const { body } = await act<{ runId: string }>('POST', '/agent/chat', {
        agentId: careful,
        message,
        surface: message,
      });
      asked.push(body.runId);
    }
    const stateOf = async (runId: string | undefined) =>
      (await act<{ status: string }>('GET', `/jobs/${runId}`)).body.status;

    await page.goto('/console/agents');
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
    await tabTo(page, 'Skip to the page', 2);
    await tabTo(page, /^Approvals.*2 waiting$/);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Approval of calculator' }).nth(1).waitFor();
    // The newest is first: the deny button after two approve buttons is the older one's.
    await tabTo(page, 'Approve');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Approval of calculator' }).nth(1).waitFor({ state: 'detached' });
    await expect.poll(() => stateOf(asked[1]), { timeout: 40_000 }).toBe('completed');
    await tabTo(page, 'Deny');
    await page.keyboard.press('Space');
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    await expect.poll(() => stateOf(asked[0]), { timeout: 40_000 }).toBe('completed');
    expect((await act<{ data: { status: string }[] }>('GET', '/approvals?status=denied')).body.data).toHaveLength(1);
    expect(ada.troubles).toEqual([]);
  });
});
