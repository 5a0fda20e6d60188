import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildGateway, startChildGateway } from '../../../test/harness/child-gateway.ts';
import { newPlace, type Place } from '../../../test/harness/databases.ts';
import { callTo, type TestGateway } from '../../../test/harness/gateway.ts';
import { openRaw } from '../../../test/harness/raw-http.ts';
import { onThisMachine } from '../../../test/harness/this-machine.ts';

const credentials = { email: 'large@example.com', password: 'correct horse battery' };

const size = 2_000_000;
const headOf = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

describe('a body that is refused while the client still sends it', () => {
  let place: Place;
  // A process of its own: a client in the same one would send nothing while the gateway answers.
  let gateway: ChildGateway;
  let call: TestGateway['call'];
  beforeAll(async () => {
    place = await newPlace('sqlite');
    gateway = await startChildGateway(place.settings);
    call = callTo(gateway.url);
  });
  afterAll(async () => {
    await gateway?.end('SIGTERM');
    await place?.remove();
  });

  it('is answered, and the client can read the answer', async () => {
    const token = (await call<{ accessToken: string }>('POST', '/auth/register', { body: credentials })).body
      .accessToken;
    const body = 'x'.repeat(28_000_000);
    for (let time = 0; time < 20; time += 1)
      expect(await call('POST', '/agents', { token, body })).toMatchObject({
        status: 413,
        body: { code: 'body_too_large' },
      });
  });

  it('may be sent on slowly after its answer', async () => {
    const raw = await openRaw(gateway.url, true);
    raw.write(headOf('/auth/login', size));
    expect((await raw.answer()).status).toBe(413);
    for (let part = 0; part < 14; part += 1) {
      raw.write('x'.repeat(10_000));
      await sleep(500);
    }
    expect(raw.socket.destroyed).toBe(false);
    raw.destroy();
  });

  it('is followed by no further request on its connection, which closes', async () => {
    const raw = await openRaw(gateway.url);
    raw.write(headOf('/auth/login', size));
    expect((await raw.answer()).status).toBe(413);
    const began = performance.now();
    const late = JSON.stringify({ ...credentials, email: 'late@example.com' });
    raw.write('x'.repeat(size));
    raw.write(`${headOf('/auth/register', late.length)}${late}`);
    expect(await raw.closed()).toBe('');
    expect(performance.now() - began).toBeLessThan(onThisMachine(9_000));
    expect((await call('POST', '/auth/login', { body: JSON.parse(late) })).status).toBe(401);
  });
});
