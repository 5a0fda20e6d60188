import type { Journal } from './journal.ts';
import type { GatewayNode } from './nodes.ts';

export type Reply = { status: number; text: string; body: Record<string, unknown>; node: string };

type Request = {
  token?: string;
  body?: object;
  headers?: Record<string, string>;
  timeoutMs?: number;
};

/** Undefined if no answer came: then it is unknown whether the request took effect. */
export async function call(
  node: GatewayNode,
  method: string,
  path: string,
  { token, body, headers = {}, timeoutMs = 8_000 }: Request,
  journal?: Journal,
): Promise<Reply | undefined> {
  const beganAt = Date.now();
  try {
    const response = await fetch(`${node.url}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json') && text !== '';
    if (response.ok) journal?.answers.push({ node: node.name, at: Date.now() });
    journal?.count(response.status >= 500 ? 'answers 5xx' : response.status >= 400 ? 'answers 4xx' : 'answers 2xx');
    return { status: response.status, text, body: isJson ? JSON.parse(text) : {}, node: node.name };
  } catch {
    journal?.count('no answer');
    return undefined;
  } finally {
    if (!path.startsWith('/agent/chat'))
      journal?.waits.push({ request: `${method} ${path}`, node: node.name, beganAt, endedAt: Date.now() });
  }
}
