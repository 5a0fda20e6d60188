import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildGateway } from './child-gateway.ts';
import { callTo } from './gateway.ts';

/** Somebody with an account on a gateway that runs as a process of its own. */
export async function uploaderOf({ url }: Pick<ChildGateway, 'url'>) {
  const call = callTo(url);
  const body = { email: `ada-${process.pid}-${performance.now()}@example.com`, password: 'correct horse battery' };
  const { status, body: tokens, text } = await call<{ accessToken: string }>('POST', '/auth/register', { body });
  if (status !== 201) throw new Error(`The uploader was not registered: ${text}`);
  return { call, token: tokens.accessToken };
}

/** An upload of so many bytes; the caller writes them. */
export function beginUpload({ url }: Pick<ChildGateway, 'url'>, token: string, bytes: number): ClientRequest {
  const headers = { authorization: `Bearer ${token}`, 'content-length': bytes };
  const sending = request(`${url}/files`, { method: 'POST', headers, agent: false });
  sending.on('error', () => undefined);
  return sending;
}

/** Writes one piece again and again, as fast as it is read, and answers the status. */
async function send(sending: ClientRequest, piece: Buffer, times: number): Promise<number> {
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => undefined);
  for (let n = 0; n < times; n += 1) if (!sending.write(piece)) await once(sending, 'drain');
  sending.end();
  const [response] = await answered;
  response.resume();
  return response.statusCode ?? 0;
}

const residentMegabytes = ({ process: child }: ChildGateway): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1_024;

const p99 = (times: number[]) => times.sort((one, another) => one - another)[Math.floor(times.length * 0.99)] ?? 0;

export type Crowd = {
  statuses: number[];
  seconds: number;
  /** How much memory the gateway had at most, beyond what it had before. */
  growthMegabytes: number;
  /** Of another client, which asks all the while: 99 of 100 requests were faster. */
  p99Ms: number;
  /** The same before the uploads. */
  quietP99Ms: number;
  requests: number;
};

/** Many uploads at once, and another client meanwhile. */
export async function uploadTogether(gateway: ChildGateway, uploads: number, megabytes: number): Promise<Crowd> {
  const { call, token } = await uploaderOf(gateway);
  const other = await uploaderOf(gateway);
  const ask = () => other.call('GET', '/agents', { token: other.token });
  // What the first requests load, and the young generation of a gateway that has work, are not the uploads'.
  for (let n = 0; n < 1_500; n += 1) await ask();
  const quiet: number[] = [];
  for (let n = 0; n < 100; n += 1) {
    const began = performance.now();
    await ask();
    quiet.push(performance.now() - began);
  }
  await call('POST', '/files', { token, body: 'x'.repeat(300_000) });
  const before = residentMegabytes(gateway);
  let most = before;
  let isOver = false;
  const watching = (async () => {
    for (; !isOver; await sleep(20)) most = Math.max(most, residentMegabytes(gateway));
  })();
  const took: number[] = [];
  const asking = (async () => {
    for (; !isOver; await sleep(10)) {
      const began = performance.now();
      const { status } = await ask();
      if (status !== 200) throw new Error(`The other client got ${status}.`);
      took.push(performance.now() - began);
    }
  })();
  const piece = Buffer.alloc(65_536, 'file');
  const began = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: uploads }, () =>
      send(beginUpload(gateway, token, megabytes * 1_048_576), piece, megabytes * 16),
    ),
  );
  const seconds = (performance.now() - began) / 1_000;
  isOver = true;
  await Promise.all([watching, asking]);
  return {
    statuses,
    seconds,
    growthMegabytes: most - before,
    p99Ms: p99(took),
    quietP99Ms: p99(quiet),
    requests: took.length,
  };
}
