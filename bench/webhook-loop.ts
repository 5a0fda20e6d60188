import { createHmac, createSecretKey } from 'node:crypto';
import { Pool } from 'undici';

/** The lower bound: sends signed bodies, 16 at a time, and stores nothing. Its own process, pinned like the gateway. */
const [url = '', times = '0', body = ''] = process.argv.slice(2);
const pool = new Pool(url, { connections: 16 });
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const plain = createSecretKey(Buffer.from(secret));
const key = createSecretKey(Buffer.from(secret.slice(6), 'base64'));
let next = 0;
const started = process.cpuUsage();

async function client(): Promise<void> {
  for (let n = next++; n < Number(times); n = next++) {
    const id = `dlv_${n}`;
    const timestamp = Math.floor(Date.now() / 1_000);
    const { body: answer } = await pool.request({
      method: 'POST',
      path: '/hook',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
        'X-Service-Signature': `sha256=${createHmac('sha256', plain).update(body).digest('hex')}`,
      },
      body,
    });
    await answer.dump();
  }
}
await Promise.all(Array.from({ length: 16 }, client));
const { user, system } = process.cpuUsage(started);
process.send?.({ cpuMs: (user + system) / 1_000 }, () => process.exit(0));
