import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { newTestKey, type TestKey } from '../../../test/harness/keys.ts';
import { actingAs, quickPerson } from '../../../test/harness/people.ts';
import { openRaw, type RawAnswer } from '../../../test/harness/raw-http.ts';
import { newKey } from './key-format.ts';

describe.each(engines)('credentials that are none, on %s', (engine) => {
  let gateway: TestGateway;
  let mine: TestKey;
  let theirs: TestKey;
  beforeAll(async () => {
    gateway = await startGateway(engine);
    const [ada, bob] = await Promise.all([quickPerson(gateway), quickPerson(gateway)]);
    mine = await newTestKey(gateway, actingAs(gateway, ada));
    theirs = await newTestKey(gateway, actingAs(gateway, bob));
  });
  afterAll(() => gateway?.stop());

  /** As bytes: no client in between makes them harmless. */
  async function ask(path: string, ...lines: string[]): Promise<RawAnswer> {
    const connection = await openRaw(gateway.url);
    const upgrade =
      path === '/ws'
        ? [
            'Connection: Upgrade',
            'Upgrade: websocket',
            'Sec-WebSocket-Version: 13',
            'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
          ]
        : ['Connection: close'];
    connection.write(
      Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\n${[...upgrade, ...lines].join('\r\n')}\r\n\r\n`, 'latin1'),
    );
    try {
      return await connection.answer();
    } finally {
      connection.socket.destroy();
    }
  }
  const headersOf = (value: string) => [
    [`Authorization: Bearer ${value}`],
    [`x-api-key: ${value}`],
    // A comma there begins the next protocol.
    ...(value.includes(',') ? [] : [[`Sec-WebSocket-Protocol: bearer, ${value}`]]),
  ];

  it('are refused, whatever is in them: quotes, NULs, 100 KB, other tenants’ prefixes', async () => {
    const hostile = [
      `agw_' OR '1'='1`,
      `agw_'; DROP TABLE personal_keys; --`,
      `${mine.key}' --`,
      `${mine.key}"`,
      `${mine.key}\0`,
      `agw_\0${mine.key.slice(5)}`,
      `${mine.key} ${theirs.key}`,
      `${mine.key},${theirs.key}`,
      `${mine.key};`,
      `agw_${'x'.repeat(100_000)}`,
      `${mine.key}${'0'.repeat(5_000)}`,
      theirs.prefix,
      theirs.prefix + mine.key.slice(theirs.prefix.length),
      mine.prefix + theirs.key.slice(mine.prefix.length),
      mine.key.toUpperCase(),
      `AGW_${mine.key.slice(4)}`,
      'agw_%00',
      'agw_\u00e9'.repeat(3),
      'agw_$1',
      'agw_{"$ne":null}',
      newKey(),
    ];
    for (const value of hostile)
      for (const path of ['/agents', '/inference/models', '/auth/me', '/ws'])
        for (const [line = ''] of headersOf(value)) {
          const { status, body } = await ask(path, line);
          expect([400, 401, 431], `${path} ${line.slice(0, 90)} ${body.slice(0, 200)}`).toContain(status);
          expect(body).not.toContain(mine.key.slice(12));
        }
    expect((await ask('/agents', `x-api-key: ${mine.key}`)).status).toBe(200);
  });

  it('are refused where a credential is sent twice', async () => {
    for (const [one, other] of [
      [mine, theirs],
      [theirs, mine],
      [mine, mine],
    ] as const)
      for (const name of ['Authorization: Bearer', 'x-api-key:']) {
        const { status } = await ask('/agents', `${name} ${one.key}`, `${name} ${other.key}`);
        expect(status, name).toBe(401);
      }
    // Of two kinds, Authorization is the one that counts.
    const wrong = await ask('/agents', 'Authorization: Bearer nonsense', `x-api-key: ${mine.key}`);
    expect(wrong.status).toBe(401);
  });

  it('are refused when they are near-misses of a real key', async () => {
    const near = fc.tuple(fc.nat(45), fc.string({ minLength: 0, maxLength: 3 })).map(([place, text]) => {
      const spoilt = mine.key.slice(0, place) + text + mine.key.slice(place + 1);
      return spoilt.replaceAll(/[^\x21-\x7e]/g, '~');
    });
    await fc.assert(
      fc.asyncProperty(near, async (value) => {
        fc.pre(value !== mine.key);
        const { status } = await gateway.call('GET', '/agents', { headers: { 'x-api-key': value } });
        expect(status).toBe(401);
      }),
      { numRuns: 300 },
    );
  });
});
