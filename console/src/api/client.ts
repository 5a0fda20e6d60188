import type { paths } from '@client/api.ts';
import { ConnectionLost, errorOf } from '@client/errors.ts';
import { createClient, type GatewayClient } from '@client/index.ts';
import createFetchClient, { type Client, type Middleware } from 'openapi-fetch';
import { isGone } from '../connection.ts';
import { currentToken, currentWorkspace, refresh } from '../session.ts';

/** Sends the request as the signed-in person in the chosen workspace. After a 401 it renews the token and tries once more. */
export async function signedInFetch(request: Request): Promise<Response> {
  const once = () => {
    const copy = request.clone();
    const token = currentToken();
    const workspaceId = currentWorkspace();
    if (token) copy.headers.set('authorization', `Bearer ${token}`);
    if (workspaceId) copy.headers.set('x-workspace-id', workspaceId);
    return fetch(copy).catch((failure: unknown) => {
      if (!request.signal.aborted) isGone();
      throw failure;
    });
  };
  const response = await once();
  if (response.status !== 401 || !(await refresh())) return response;
  return once();
}

/** Every refusal is thrown as a GatewayError, so an answer always has its data. */
const throwRefusals: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw await errorOf(response);
  },
  onError({ error, request }) {
    if (request.signal.aborted) return undefined;
    return new ConnectionLost('The gateway could not be reached.', { cause: error });
  },
};

const baseUrl = location.origin;
const common = { baseUrl, redirect: 'error', credentials: 'omit' } as const;

function throwing(client: Client<paths>): Client<paths> {
  client.use(throwRefusals);
  return client;
}

export const api = throwing(createFetchClient<paths>({ ...common, fetch: signedInFetch }));

/** For operators. The key is in this client only. */
export const apiWithKey = (key: string) =>
  throwing(createFetchClient<paths>({ ...common, headers: { 'x-api-key': key } }));

/** The data of an answer; the answer itself also has the response and, by its type, an error. */
export const dataOf = async <Data>(answer: Promise<{ data?: Data }>): Promise<Data> => (await answer).data as Data;

/** A client for one stream. It calls `onReopen` each time it opens the stream again. */
export function streamingClient(onReopen: () => void): GatewayClient {
  let opened = 0;
  return createClient({
    baseUrl,
    fetch(address, init) {
      opened += 1;
      if (opened > 1) onReopen();
      return signedInFetch(new Request(address, init));
    },
  });
}
