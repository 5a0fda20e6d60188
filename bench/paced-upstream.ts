import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

type Pace = { firstTokenMs: number; chunks: number; chunkMs: number };

/** A model with a realistic pace: a pause before the first word, then one word at a time. The pace can be changed. */
export async function startPacedUpstream(pace: Pace) {
  const chunk = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  let requests = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    requests += 1;
    response.on('error', () => undefined);
    await sleep(pace.firstTokenMs);
    if (!body.includes('"stream":true')) {
      await sleep(pace.chunks * pace.chunkMs);
      const message = { role: 'assistant', content: 'All at once.' };
      const choices = [{ index: 0, message, finish_reason: 'stop' }];
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'bench', choices }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk({ role: 'assistant', content: '' }, null));
    for (let index = 0; index < pace.chunks && !response.destroyed; index += 1) {
      if (index > 0) await sleep(pace.chunkMs);
      response.write(chunk({ content: ` word${index}` }, null));
    }
    response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: () => requests,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
