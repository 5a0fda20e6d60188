import { createServer } from 'node:http';

/** An endpoint that answers 200 at once. It runs in its own process, reports what it received on request, and starts over. */
let count = 0;
let firstAt = 0;
let lastAt = 0;
let waits: number[] = [];
const ids = new Set<string>();

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (text) => {
    body += text;
  });
  request.on('end', () => {
    lastAt = performance.now();
    firstAt ||= lastAt;
    count += 1;
    ids.add(String(request.headers['webhook-id']));
    if (waits.length < 10_000)
      waits.push(Date.now() - Date.parse(body.slice(body.indexOf('"timestamp":"') + 13, -1).slice(0, 24)));
    response.writeHead(200, { 'content-length': 2 });
    response.end('ok');
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
process.on('message', (message) => {
  process.send?.({ count, different: ids.size, elapsedMs: lastAt - firstAt, waits });
  if (message !== 'reset') return;
  count = 0;
  firstAt = 0;
  lastAt = 0;
  waits = [];
  ids.clear();
});
process.on('disconnect', () => process.exit(0));
