import { stripTypeScriptTypes } from 'node:module';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway('sqlite');
});
afterAll(() => gateway.stop());

it('is served to anyone, under a policy that lets nothing run but its own files', async () => {
  const { status, headers, text } = await gateway.call('GET', '/docs');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).not.toMatch(/<script(?![^>]*src=)|<style|\son\w+=|style=|https?:/);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/default-src 'none'; script-src 'self'; style-src 'self';/);
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

it('brings every file it names, as JavaScript and without a place to keep secrets', async () => {
  const { text } = await gateway.call('GET', '/docs');
  const wanted = [...text.matchAll(/(?:src|href)="docs\/([^"]+)"/g)].map(([, name]) => name ?? '');
  expect(wanted).toHaveLength(2);
  for (const name of wanted) {
    const file = await gateway.call('GET', `/docs/${name}`);
    expect(file.status, name).toBe(200);
    if (name.endsWith('.css')) continue;
    expect(file.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    // Nothing is left to strip.
    expect(stripTypeScriptTypes(file.text)).toBe(file.text);
    expect(file.text).not.toMatch(/localStorage|sessionStorage|indexedDB|document\.cookie|innerHTML|eval\(/);
    for (const [, next = ''] of file.text.matchAll(/from '\.\/([^']+)'/g))
      if (!wanted.includes(next)) wanted.push(next);
  }
  expect(wanted.length).toBeGreaterThan(6);
});

it('is sent once, and again when it changed', async () => {
  for (const path of ['/docs', '/docs/style.css']) {
    const first = await gateway.call('GET', path);
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await gateway.call('GET', path, { headers: { 'if-none-match': etag } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    const plain = await gateway.call('GET', path, { headers: { 'accept-encoding': 'identity' } });
    expect([plain.headers.get('content-encoding'), plain.text]).toEqual([null, first.text]);
  }
});

it('has no other files', async () => {
  for (const name of ['nothing.ts', 'index.html', 'tsconfig.json', '..%2Findex.ts', '%2e%2e%2Fpage-files.ts'])
    expect((await gateway.call('GET', `/docs/${name}`)).status, name).toBe(404);
});
