import { expect, it } from 'vitest';
import { actingAs } from '../harness/people.ts';
import { startReceiver } from '../harness/webhook-receiver.ts';
import { hostile, hostileMarkdown, seedHostility } from './hostile-seed.ts';
import { visitor } from './page.ts';
import { ask, totals } from './talk.ts';
import { describeInBrowser } from './world.ts';

/** Elements that only hostile text could create. */
const planted = 'img[src="x"], img[src*="pixel"], [onerror], [onload], a[href^="javascript"], script:not([src])';

const goTo = (path: string) =>
  `for (const part of document.querySelectorAll('main > *')) part.classList.add('before');
   history.pushState(null, '', ${JSON.stringify(path)});`;

describeInBrowser('the console: hostile text', (world) => {
  it('is shown as text on every page, in every field', async () => {
    const { page, context, person, troubles } = await visitor(world, 'mallory');
    const receiver = await startReceiver();
    const { agentId, webhookId, sessionId, runId } = await seedHostility(world, person, receiver);

    const sees = async (where: string, fields: string[], within = page.locator('body')) => {
      for (const field of fields) {
        const found = within.getByText(hostile(field).slice(0, field.length + 28)).filter({ visible: true });
        await expect(found.first().waitFor(), `${field} on ${where}`).resolves.toBeUndefined();
      }
      expect(await page.locator(planted).count(), where).toBe(0);
    };
    const opens = async (path: string, ...fields: string[]) => {
      // Navigates without a reload. Content of the previous page is marked and does not count.
      await page.evaluate(goTo(`/console${path}`));
      await sees(path, fields, page.locator('main > :not(.before)'));
    };
    const unfold = async () => {
      for (const summary of await page.locator('.tool-call summary').all()) await summary.click();
    };

    await page.goto(`/console/chat?session=${sessionId}`);
    await sees('chat', ['question', 'answer', 'agent name', 'handoff reason', 'called tool']);
    await unfold();
    await sees('chat', ['tool params', 'tool result']);
    world.model.script(
      { toolCalls: [{ name: 'calculator', arguments: { expression: hostile('approval params') } }] },
      `${hostile('streamed')} ${hostileMarkdown}`,
    );
    await ask(page, 'Once more');
    await sees('approval', ['approval params']);
    await page.getByRole('button', { name: 'Deny' }).click();
    await totals(page, 1).waitFor();
    await sees('chat', ['streamed']);

    await opens('/agents', 'agent name', 'agent description');
    await opens(`/agents/${agentId}`, 'agent name', 'agent description', 'model', 'tool name', 'tool description');
    await opens('/models', 'connection name', 'pool', 'connection address');
    await page.getByRole('tab', { name: 'Models' }).click();
    await sees('the list of models', ['listed model', 'name of a model']);
    await opens('/sessions', 'title', 'agent name');
    await opens(`/sessions/${sessionId}`, 'title', 'question', 'answer', 'handoff reason', 'called tool', 'streamed');
    await unfold();
    await sees('session', ['tool params', 'tool result', 'approval params']);
    await opens('/sessions?q=question', 'question');
    await opens('/runs', 'question', 'agent name');
    await opens(`/runs/${runId}`, 'question', 'answer', 'model');
    const failed = await actingAs(world.gateway, person)<{ data: { id: string }[] }>('GET', '/jobs?status=failed');
    await opens(`/runs/${failed.body.data[0]?.id}`, 'model error');

    await opens('/memory', 'note', 'promoted');
    for (const [tab, field] of Object.entries({ Daily: 'day', Conversations: 'summary', Profile: 'profile' })) {
      await page.getByRole('tab', { name: tab }).click();
      await sees(tab, [field]);
    }
    await page.getByRole('tab', { name: 'Promotions' }).click();
    await sees('promotions', ['promoted', 'promotion reason']);
    await page.getByRole('button', { name: 'See what would be promoted' }).click();
    await sees('what would be promoted', ['day']);
    await page.getByLabel('Search by meaning').fill('onerror alert');
    await sees('found memories', ['note']);

    await opens('/webhooks', 'webhook description', 'webhook address');
    await opens(`/webhooks/${webhookId}`, 'webhook description', 'webhook address', 'dead letter');
    await opens('/webhooks/dead-letters', 'dead letter', 'webhook address');
    await opens('/webhooks/test-mode', 'approval params');
    await opens('/webhooks/inspector', 'dead letter', 'posted address', 'post error');
    for (const [event, fields] of Object.entries({
      'webhook.test': ['response'],
      'dead letter:': ['payload', 'post error'],
    })) {
      await page.getByRole('button', { name: event }).click();
      await sees(`the record of ${event}`, fields, page.getByRole('dialog'));
      await page.keyboard.press('Escape');
    }

    await opens('/schedules', 'cron name', 'cron message', 'heartbeat name', 'heartbeat address', 'disabled reason');
    for (const kind of ['cron', 'heartbeat']) {
      const card = page.getByRole('listitem').filter({ hasText: `${kind} name` });
      await card.getByRole('button', { name: 'History' }).click();
      await sees(`the history of a ${kind}`, ['run error'], card);
    }
    await opens('/costs', 'agent name', 'model');
    await opens('/workspace', 'workspace name', 'agent name', 'email', 'used tool');

    expect(troubles).toEqual([]);
    await context.close();
    await receiver.stop();
  });
});
