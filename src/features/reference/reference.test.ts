import { afterAll, beforeAll, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway('sqlite');
});
afterAll(() => gateway.stop());

it('is the page of the console, for anyone and under the same policy', async () => {
  const [reference, console] = await Promise.all([gateway.call('GET', '/docs'), gateway.call('GET', '/console')]);
  expect([reference.status, reference.text]).toEqual([console.status, console.text]);
  for (const name of ['content-type', 'content-security-policy', 'cache-control', 'etag', 'retry-after'])
    expect(reference.headers.get(name), name).toBe(console.headers.get(name));
  expect(reference.headers.get('content-security-policy')).toMatch(/script-src 'self'; style-src 'self';/);
  expect(reference.headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*/);
});
