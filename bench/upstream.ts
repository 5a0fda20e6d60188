import { createServer } from 'node:http';

/** An instant model: chat completions, whole or in 40 chunks. It runs in its own process, so that its CPU is not counted. */
const words = Array.from({ length: 40 }, (_, index) => ` word${index}`);
const usage = { prompt_tokens: 20, completion_tokens: 40, total_tokens: 60 };
const whole = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'bench',
  choices: [{ index: 0, message: { role: 'assistant', content: words.join('') }, finish_reason: 'stop' }],
  usage,
});
const chunk = (delta: object, finish: string | null, more = {}) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`;
const head = chunk({ role: 'assistant', content: '' }, null);
const parts = words.map((content) => chunk({ content }, null));
const tail = `${chunk({}, 'stop')}data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [], usage })}\n\ndata: [DONE]\n\n`;

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (text) => {
    body += text;
  });
  request.on('end', () => {
    if (!body.includes('"stream":true')) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(whole) });
      response.end(whole);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(head);
    for (const part of parts) response.write(part);
    response.end(tail);
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  process.send?.({ port });
});
process.on('disconnect', () => process.exit(0));
