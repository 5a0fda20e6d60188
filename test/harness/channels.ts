import { createHmac } from 'node:crypto';
import type { Answer, TestGateway } from './gateway.ts';
import type { Act } from './people.ts';

export type NewChannel = { id: string; hmac: { header: string; prefix: string; secret: string } };
export type Said = { runId: string; sessionId: string; content: string; status?: string };

export const hmacOf = (secret: string, text: string, algorithm = 'sha256'): string =>
  createHmac(algorithm, secret).update(text).digest('hex');

export async function newChannel(act: Act, fields: object): Promise<NewChannel> {
  const { status, body, text } = await act<NewChannel>('POST', '/channels', { name: 'Inbox', ...fields });
  if (status !== 201) throw new Error(`The channel was refused with ${status}: ${text}`);
  return body;
}

/** Sends a message signed with the channel's secret. */
export function sendTo<Body = Said>(
  { call }: Pick<TestGateway, 'call'>,
  { id, hmac }: NewChannel,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<Body>> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const signature = { [hmac.header]: `${hmac.prefix}${hmacOf(hmac.secret, text)}` };
  return call<Body>('POST', `/channels/${id}/inbound`, { body: text, headers: { ...signature, ...headers } });
}
