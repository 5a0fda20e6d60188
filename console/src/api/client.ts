import { type ClientOptions, createClient, type GatewayClient } from '@client/index.ts';
import { currentToken, currentWorkspace, refresh } from '../session.ts';

type Fetch = NonNullable<ClientOptions['fetch']>;

/** As the person who is signed in, in the chosen workspace; once more when the token had just expired. */
const signedInFetch: Fetch = async (address, init) => {
  const once = () => {
    const headers = new Headers(init.headers);
    const token = currentToken();
    const workspaceId = currentWorkspace();
    if (token) headers.set('authorization', `Bearer ${token}`);
    if (workspaceId) headers.set('x-workspace-id', workspaceId);
    return fetch(address, { ...init, headers });
  };
  const response = await once();
  if (response.status !== 401 || !(await refresh())) return response;
  return once();
};

const baseUrl = location.origin;
export const client: GatewayClient = createClient({ baseUrl, fetch: signedInFetch });

/** For what operators do: the key is in this client and nowhere else. */
export const clientWithKey = (apiKey: string): GatewayClient => createClient({ baseUrl, apiKey });

/** A client for one stream, which tells when it has to open it again. */
export function streamingClient(onReopen: () => void): GatewayClient {
  let opened = 0;
  return createClient({
    baseUrl,
    fetch(address, init) {
      opened += 1;
      if (opened > 1) onReopen();
      return signedInFetch(address, init);
    },
  });
}
