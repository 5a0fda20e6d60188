import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startGateway } from '../harness/gateway.ts';

/**
 * Runs the official conformance suite against `/mcp`. The suite sends no credentials, so a proxy adds them. Fails if a
 * scenario fails that mcp-expected-failures.yaml does not name, or if one of those passes.
 */
const suite = '@modelcontextprotocol/conformance@0.1.16';

let gatewayUrl = '';
let accessToken = '';
const proxy = createServer((incoming, outgoing) => {
  const { host: _host, ...headers } = incoming.headers;
  const passed = request(
    new URL(incoming.url ?? '/', gatewayUrl),
    { method: incoming.method, headers: { ...headers, authorization: `Bearer ${accessToken}` } },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    },
  );
  passed.on('error', () => outgoing.destroy());
  outgoing.on('close', () => passed.destroy());
  incoming.pipe(passed);
}).listen(0, '127.0.0.1');
await once(proxy, 'listening');

const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
const folder = await mkdtemp(join(tmpdir(), 'mcp-conformance-'));
const place = { settings: { DATA_DIR: folder }, remove: () => rm(folder, { recursive: true }) };
const gateway = await startGateway('sqlite', { place, settings: { GATEWAY_BASE_URL: url } });
async function post<Body>(path: string, body: object, token = ''): Promise<Body> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(`${gateway.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Body;
}
gatewayUrl = gateway.url;
const account = { email: 'ada@example.com', password: 'correct horse battery' };
({ accessToken } = await post<{ accessToken: string }>('/auth/register', account));
await post('/agents', { name: 'Ada' }, accessToken);

const expected = fileURLToPath(new URL('mcp-expected-failures.yaml', import.meta.url));
const child = spawn('npx', ['--yes', suite, 'server', '--url', `${url}/mcp`, '--expected-failures', expected], {
  stdio: 'inherit',
});
const [code] = (await once(child, 'exit')) as [number | null];
proxy.closeAllConnections();
proxy.close();
await gateway.stop();
await place.remove();
process.exitCode = code ?? 1;
