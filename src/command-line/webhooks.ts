import type { CreateWebhook, Webhook, WebhookCopy } from '#client';
import type { Command } from './command.ts';
import { UsageError } from './failure.ts';
import { harmless } from './terminal.ts';

const columns = {
  id: ({ id }: Webhook) => id,
  url: ({ url }: Webhook) => url,
  events: ({ events }: Webhook) => events,
  enabled: ({ enabled, inactiveReason }: Webhook) => inactiveReason ?? (enabled ? 'yes' : 'no'),
  failures: ({ consecutiveFailures }: Webhook) => consecutiveFailures,
};

/** What the local server answered, in a few words. */
async function forwarded(to: string, { headers, body }: WebhookCopy): Promise<{ isWell: boolean; text: string }> {
  const began = performance.now();
  try {
    const response = await fetch(to, { method: 'POST', headers, body, redirect: 'manual' });
    await response.arrayBuffer();
    return { isWell: response.ok, text: `${response.status} in ${Math.round(performance.now() - began)} ms` };
  } catch (error) {
    const { cause, message } = error as Error;
    return { isWell: false, text: `no answer (${(cause as { code?: string } | undefined)?.code ?? message})` };
  }
}

export const webhooks: Command[] = [
  {
    name: 'webhooks list',
    summary: 'List the webhooks that you may see',
    async run({ terminal, connection }) {
      const found: Webhook[] = [];
      for await (const webhook of (await connection.person()).each('/webhooks')) found.push(webhook);
      terminal.list(found, columns);
    },
  },
  {
    name: 'webhooks create',
    summary: 'Have events sent to an address; the secret is shown once',
    usage: '<url> [--event <name>]…',
    most: 1,
    options: { event: { type: 'string', multiple: true } },
    optionHelp: { event: 'such as agent.completed; all of them by default' },
    async run({ terminal, connection, argument, texts }) {
      const events = (texts('event').length > 0 ? texts('event') : ['*']) as CreateWebhook['events'];
      const client = await connection.person();
      const webhook = await client.post('/webhooks', { body: { url: argument(0, 'url'), events } });
      terminal.show(webhook, { id: webhook.id, url: webhook.url, events: webhook.events, secret: webhook.secret });
    },
  },
  {
    name: 'webhooks test',
    summary: 'Send webhook.test once and show the result',
    usage: '<webhook id>',
    most: 1,
    async run({ terminal, connection, argument }) {
      const client = await connection.person();
      const result = await client.post('/webhooks/{id}/test', { path: { id: argument(0, 'webhook id') } });
      terminal.show(result, { ...result });
      return result.success || result.intercepted ? 0 : 1;
    },
  },
  {
    name: 'webhooks listen',
    summary: 'Copies of the deliveries of a webhook, sent to an address on this machine',
    usage: '<webhook id> [--to <url or port>]',
    most: 1,
    options: { to: { type: 'string' }, count: { type: 'string' } },
    optionHelp: {
      to: 'where each copy is posted, with the same body and signed headers, such as http://localhost:4000/hooks',
      count: 'ends after so many; by default it goes on until Ctrl-C',
    },
    async run({ terminal, connection, argument, text }) {
      const id = argument(0, 'webhook id');
      const given = text('to');
      const to = given !== undefined && /^\d+$/.test(given) ? `http://localhost:${given}/` : given;
      if (to !== undefined && !URL.canParse(to)) throw new UsageError('--to is a port or an address.');
      const count = Number(text('count') ?? Number.POSITIVE_INFINITY);
      const client = await connection.person();
      let seen = 0;
      const onOpen = () => terminal.note(`Listening to ${id}${to ? `, forwarding to ${to}` : ''}. Ctrl-C ends.`);
      for await (const copy of client.webhooks.listen(id, { onOpen })) {
        const answer = to === undefined ? undefined : await forwarded(to, copy);
        if (terminal.json) terminal.print(JSON.stringify({ ...copy, ...(answer ? { answer: answer.text } : {}) }));
        else if (answer)
          terminal.print(
            `${copy.event}  ${copy.deliveryId}  ${terminal.style(answer.isWell ? 'green' : 'red', answer.text)}`,
          );
        else terminal.print(`${copy.event}  ${copy.deliveryId}  ${harmless(copy.body)}`);
        seen += 1;
        if (seen >= count) break;
      }
    },
  },
];
