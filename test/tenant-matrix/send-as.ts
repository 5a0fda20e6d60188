import { WebSocket } from 'ws';
import { apiKey, type TestGateway } from '../harness/gateway.ts';
import { addressOf } from './operations.ts';
import type { Principal, Request, Row, Stance } from './row.ts';
import { homeOf, type World } from './world.ts';

export type Exchange = { status: number; answer: string; request: string };

/** A person who has only a personal workspace need not name it. */
function workspaceHeader(world: World, principal: Principal, stance: Stance): Record<string, string> {
  if (stance === 'in acme') return { 'x-workspace-id': world.acme.workspaceId };
  if (principal === 'other' || principal === 'grantee') return { 'x-workspace-id': homeOf(world, principal) };
  return {};
}

/** A real upgrade: the status is 101 if the socket opens. */
const openSocket = ({ url }: TestGateway, path: string, headers: Record<string, string>) =>
  new Promise<{ status: number; answer: string }>((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers });
    socket.on('open', () => {
      socket.close();
      resolve({ status: 101, answer: '' });
    });
    socket.on('unexpected-response', async (_request, response) => {
      let text = JSON.stringify(response.headers);
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, answer: text });
    });
    socket.on('error', reject);
  });

const firstMomentMs = 150;

/** The first data of a stream that never ends. */
async function listen({ url }: TestGateway, method: string, path: string, headers: Record<string, string>) {
  const hangUp = new AbortController();
  const response = await fetch(`${url}${path}`, { method, headers, signal: hangUp.signal });
  const timer = setTimeout(() => hangUp.abort(), firstMomentMs);
  let answer = JSON.stringify([...response.headers]);
  try {
    const text = response.body?.pipeThrough(new TextDecoderStream());
    for await (const chunk of text ?? []) answer += chunk;
  } catch (error) {
    if (!hangUp.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
  return { status: response.status, answer };
}

/** A principal that may do it; the operator where an API key is needed. */
export function doerOf({ operator, expected }: Row): { principal: Principal | 'operator'; stance: Stance } | undefined {
  if (operator !== undefined && operator < 400) return { principal: 'operator', stance: 'from home' };
  for (const [stance, statuses] of Object.entries(expected) as [Stance, Record<Principal, number>][])
    for (const principal of ['owner', 'member'] as const)
      if ((statuses[principal] ?? 500) < 400) return { principal, stance };
  return undefined;
}

/** Sends the row's request as one principal; returns the answer and the request as text. */
export async function sendAs(
  world: World,
  row: Row,
  principal: Principal | 'operator',
  stance: Stance,
  { path, query, body, rawBody, headers, token }: Request,
): Promise<Exchange> {
  const operation = world.operations.get(row.operationId);
  if (!operation) throw new Error(`There is no operation ${row.operationId}.`);
  const address = addressOf(operation, path, query);
  const who = principal === 'operator' ? 'anonymous' : principal;
  const bearer = token ?? (who === 'anonymous' ? undefined : world.people[who].accessToken);
  const sent = {
    ...workspaceHeader(world, who, stance),
    ...(principal === 'operator' ? { 'x-api-key': apiKey } : {}),
    ...headers,
  };
  const sentBody = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const request = `${address}\n${JSON.stringify(sent)}\n${sentBody}`;
  if (row.webSocket || row.endless) {
    const all = { ...sent, ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }) };
    const answered = row.webSocket
      ? await openSocket(world.gateway, address, all)
      : await listen(world.gateway, operation.method, address, all);
    return { ...answered, request };
  }
  const {
    status,
    headers: received,
    text,
  } = await world.gateway.call(operation.method, address, {
    token: bearer,
    headers: sent,
    ...(sentBody === undefined ? {} : { body: sentBody }),
  });
  return { status, answer: `${JSON.stringify([...received])}\n${text}`, request };
}
