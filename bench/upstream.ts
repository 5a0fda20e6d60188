import { createServer } from 'node:http';

/**
 * An instant model: chat completions, whole or in 40 chunks; where the last message asks for a long answer, 200 KB in 2,000 chunks. It runs in its own process, so that its CPU is not counted.
 */
const words = Array.from({ length: 40 }, (_, index) => ` word${index}`);
const usage = { prompt_tokens: 20, completion_tokens: 40, total_tokens: 60 };
const longWords = Array.from({ length: 2_000 }, (_, index) => ` word${index}`.padEnd(100, ' and so on'));
const wholeOf = (texts: readonly string[]) =>
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'bench',
    choices: [{ index: 0, message: { role: 'assistant', content: texts.join('') }, finish_reason: 'stop' }],
    usage,
  });
const [whole, longWhole] = [wholeOf(words), wholeOf(longWords)];
const chunk = (delta: object, finish: string | null, more = {}) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`;
const head = chunk({ role: 'assistant', content: '' }, null);
const parts = words.map((content) => chunk({ content }, null));
const longParts = longWords.map((content) => chunk({ content }, null));
const tail = `${chunk({}, 'stop')}data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [], usage })}\n\ndata: [DONE]\n\n`;

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (text) => {
    body += text;
  });
  request.on('end', () => {
    const isLong = body.slice(-500).includes('A long answer, please.');
    if (!body.includes('"stream":true')) {
      const text = isLong ? longWhole : whole;
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
      response.end(text);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(head);
    for (const part of isLong ? longParts : parts) response.write(part);
    response.end(tail);
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  process.send?.({ port });
});
process.on('disconnect', () => process.exit(0));
