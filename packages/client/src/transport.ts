import type { TokenPair } from './api.ts';
import { ConnectionLost, errorOf, GatewayError } from './errors.ts';
import { createTokenKeeper, type Tokens } from './tokens.ts';

type Fetch = (address: string, init: RequestInit) => Promise<Response>;

export type TransportOptions = {
  /** Where the gateway is, such as `https://gateway.example.com`. */
  baseUrl: string;
  tokens?: Tokens | undefined;
  /** Called with every new pair, and with undefined when the person must sign in again. */
  onTokens?: ((tokens: Tokens | undefined) => void) | undefined;
  /** A personal key, or the operator's for admin, diagnostics and autonomous runs. */
  apiKey?: string | undefined;
  fetch?: Fetch | undefined;
};

export type FileContent = Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

export type Sending = {
  path?: Record<string, string | number> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  /** Instead of `body`: sent as they are. A stream can be read once, so a request with one is not repeated. */
  bytes?: FileContent | undefined;
  headers?: Record<string, string | undefined> | undefined;
  workspaceId?: string | undefined;
  signal?: AbortSignal | undefined;
};

export type Transport = ReturnType<typeof createTransport>;

/** Fills a path such as `/agents/{id}` and adds the query. */
function addressOf(template: string, path: Sending['path'] = {}, query: Sending['query'] = {}): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    // An empty value would give another route.
    if (value === undefined || value === '') throw new TypeError(`${template} needs ${name}.`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null) search.append(name, String(item));
  const text = search.toString();
  return text ? `${filled}?${text}` : filled;
}

/** Sends requests with the caller's credentials. An expired token is renewed and the request repeated once. */
export function createTransport({ baseUrl, tokens, onTokens, apiKey, fetch: given }: TransportOptions) {
  const base = baseUrl.replace(/\/+$/, '');
  const fetchNow: Fetch = given ?? ((address, init) => globalThis.fetch(address, init));

  async function ask(method: string, address: string, { body, bytes, headers, signal }: Sending): Promise<Response> {
    const sent: Record<string, string> = { accept: 'application/json, text/event-stream;q=0.9, */*;q=0.1' };
    if (bytes !== undefined) sent['content-type'] = 'application/octet-stream';
    else if (body !== undefined) sent['content-type'] = 'application/json';
    for (const [name, value] of Object.entries(headers ?? {})) if (value !== undefined) sent[name] = value;
    try {
      return await fetchNow(`${base}${address}`, {
        method,
        headers: sent,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(bytes === undefined ? {} : { body: bytes }),
        // Browsers and Node want this said of a stream.
        ...(bytes instanceof ReadableStream ? { duplex: 'half' } : {}),
        ...(signal ? { signal } : {}),
        // A redirect must not take the token to another address.
        redirect: 'error',
        credentials: 'omit',
      });
    } catch (cause) {
      signal?.throwIfAborted();
      throw new ConnectionLost(`The gateway at ${base} could not be reached.`, { cause });
    }
  }

  const keeper = createTokenKeeper({
    tokens,
    onTokens,
    async exchange(refreshToken) {
      const response = await ask('POST', '/auth/refresh', { body: { refreshToken } });
      if (response.ok) return (await response.json()) as TokenPair;
      const error = await errorOf(response);
      if (error.status === 401) return undefined;
      throw error;
    },
  });

  /** Throws unless the answer is 2xx. */
  async function send(method: string, template: string, sending: Sending = {}): Promise<Response> {
    const address = addressOf(template, sending.path, sending.query);
    for (let isLast = false; ; isLast = true) {
      const token = keeper.current()?.accessToken;
      const response = await ask(method, address, {
        ...sending,
        headers: {
          authorization: token && `Bearer ${token}`,
          'x-api-key': apiKey,
          'x-workspace-id': sending.workspaceId,
          ...sending.headers,
        },
      });
      if (response.ok) return response;
      const error = await errorOf(response);
      const isTokenOver = error.code === 'token_expired' || error.code === 'unauthenticated';
      const isSpent = sending.bytes instanceof ReadableStream;
      if (isLast || isSpent || !token || !isTokenOver || !(await keeper.renew(token))) throw error;
    }
  }

  return {
    base,
    keeper,
    send,
    /** Sends a request and reads the answer: JSON, text or nothing. */
    async request(method: string, template: string, sending: Sending = {}): Promise<unknown> {
      const response = await send(method, template, sending);
      try {
        if (response.status === 204) return undefined;
        const isJson = /json/.test(response.headers.get('content-type') ?? '');
        return isJson ? await response.json() : await response.text();
      } catch (cause) {
        sending.signal?.throwIfAborted();
        if (cause instanceof GatewayError) throw cause;
        throw new ConnectionLost('The connection broke before the answer was complete.', { cause });
      }
    },
  };
}
