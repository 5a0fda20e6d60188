import type {
  ChatRequest,
  Credentials,
  RegenerateRequest,
  Registration,
  StoredFile,
  TokenPair,
  WebhookCopy,
} from './api.ts';
import { type Conversation, type ConversationOptions, createConversation } from './conversation.ts';
import type { Method, Paths } from './routes.ts';
import { type RunStream, type StreamOptions, streamRun } from './run-stream.ts';
import type { OpenSocket } from './socket-link.ts';
import type { Tokens } from './tokens.ts';
import { createTransport, type FileContent, type Transport, type TransportOptions } from './transport.ts';
import { type ListenOptions, listenToWebhook } from './webhook-listener.ts';

export type ClientOptions = TransportOptions & {
  /** The workspace to act in; by default the person's own. */
  workspaceId?: string | undefined;
  /** Opens a WebSocket; by default with the global `WebSocket`, which Node has since version 22. */
  webSocket?: OpenSocket | undefined;
};

/** The routes that have this method and an answer that is not only a stream. */
type RoutesOf<M extends Method> = {
  [Route in keyof Paths as Paths[Route] extends Record<M, { answer: unknown }>
    ? Route
    : never]: Paths[Route] extends Record<M, infer Operation> ? Operation : never;
};
type AnswerOf<Operation> = Operation extends { answer: infer Answer } ? Answer : never;
type OptionsOf<Operation> = Omit<Operation, 'answer' | 'events'> & {
  signal?: AbortSignal | undefined;
  workspaceId?: string | undefined;
  headers?: Record<string, string> | undefined;
};
/** Options may be left out when none is required. */
type Arguments<Operation> =
  Record<never, never> extends Omit<Operation, 'answer' | 'events'>
    ? [options?: OptionsOf<Operation>]
    : [options: OptionsOf<Operation>];

type Call<M extends Method> = <Route extends keyof RoutesOf<M> & string>(
  route: Route,
  ...options: Arguments<RoutesOf<M>[Route]>
) => Promise<AnswerOf<RoutesOf<M>[Route]>>;

type ListsOf = {
  [Route in keyof RoutesOf<'get'> as AnswerOf<RoutesOf<'get'>[Route]> extends { data: unknown[]; nextCursor: unknown }
    ? Route
    : never]: RoutesOf<'get'>[Route];
};
type ItemOf<Operation> = AnswerOf<Operation> extends { data: Array<infer Item> } ? Item : never;

type FileOptions = { signal?: AbortSignal | undefined; workspaceId?: string | undefined };

export type GatewayClient = {
  /** `client.get('/agents/{id}', { path: { id } })`: any route of the API description, by its path. */
  get: Call<'get'>;
  post: Call<'post'>;
  put: Call<'put'>;
  patch: Call<'patch'>;
  delete: Call<'delete'>;
  /** Every item of a list. Pages are requested as they are needed. */
  each<Route extends keyof ListsOf & string>(
    route: Route,
    ...options: Arguments<ListsOf[Route]>
  ): AsyncGenerator<ItemOf<ListsOf[Route]>, void, void>;

  /** Creates an account and signs in. */
  register(registration: Registration): Promise<void>;
  login(credentials: Credentials): Promise<void>;
  /** Revokes all refresh tokens of the person and forgets the tokens. */
  logout(): Promise<void>;
  tokens(): Tokens | undefined;
  /** A client of the same person in another workspace. */
  inWorkspace(workspaceId: string | undefined): GatewayClient;

  chat: {
    /** Sends a message and streams the answer. Resumes when the connection breaks. */
    stream(request: ChatRequest, options?: StreamOptions): RunStream;
  };
  sessions: {
    /** Answers the last question again, or the one of `messageId`; with `message`, another one in its place. */
    regenerate(sessionId: string, request?: RegenerateRequest, options?: StreamOptions): RunStream;
  };
  jobs: {
    /** Follows a run from its first frame, or from the frame after number `after`. */
    stream(runId: string, options?: StreamOptions & { after?: number | undefined }): RunStream;
  };
  files: {
    /** Sends a file; a message holds it by the `id` of the answer. A stream is sent as it is read. */
    upload(content: FileContent, options?: FileOptions & { name?: string | undefined }): Promise<StoredFile>;
    /** The bytes, to be read from the response as they come; `range` is such as `bytes=0-1023`. */
    download(id: string, options?: FileOptions & { range?: string | undefined }): Promise<Response>;
  };
  webhooks: {
    /** Copies of the deliveries of a webhook as they are made, for development. Resumes when the connection breaks. */
    listen(id: string, options?: ListenOptions): AsyncGenerator<WebhookCopy, void, void>;
  };
  /** Opens a conversation over a WebSocket. */
  converse(options?: ConversationOptions): Conversation;
};

const globalSocket: OpenSocket = (address, protocols) => {
  const { WebSocket } = globalThis as {
    WebSocket?: new (address: string, protocols: string[]) => ReturnType<OpenSocket>;
  };
  if (!WebSocket) throw new TypeError('There is no global WebSocket: pass one as `webSocket`.');
  return new WebSocket(address, protocols);
};

export const createClient = (options: ClientOptions): GatewayClient =>
  clientOver(createTransport(options), options.webSocket ?? globalSocket, options.workspaceId);

type AnyOptions = {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
  workspaceId?: string;
  headers?: Record<string, string>;
};

function clientOver(transport: Transport, openSocket: OpenSocket, workspaceId: string | undefined): GatewayClient {
  const request = (method: string, route: string, { idempotencyKey, headers, ...options }: AnyOptions = {}) =>
    transport.request(method, route, {
      workspaceId,
      ...options,
      headers: { ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }), ...headers },
    });
  // The types come from the description; at run time every route is called in the same way.
  const call = (method: string) => ((route: string, options?: AnyOptions) => request(method, route, options)) as never;

  async function* each(route: string, options: AnyOptions = {}): AsyncGenerator<unknown, void, void> {
    let cursor = options.query?.cursor;
    do {
      const page = (await request('GET', route, { ...options, query: { ...options.query, cursor } })) as {
        data: unknown[];
        nextCursor: string | null;
      };
      yield* page.data;
      cursor = page.nextCursor;
    } while (cursor);
  }

  const signIn = async (route: '/auth/register' | '/auth/login', body: Credentials) =>
    transport.keeper.set((await request('POST', route, { body })) as TokenPair);

  return {
    get: call('GET'),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: call('DELETE'),
    each: each as never,
    register: (registration) => signIn('/auth/register', registration),
    login: (credentials) => signIn('/auth/login', credentials),
    async logout() {
      await request('POST', '/auth/logout');
      transport.keeper.set(undefined);
    },
    tokens: transport.keeper.current,
    inWorkspace: (other) => clientOver(transport, openSocket, other),
    chat: { stream: (body, options) => streamRun(transport, { request: body }, { workspaceId, ...options }) },
    sessions: {
      regenerate: (sessionId, again = {}, options) =>
        streamRun(transport, { sessionId, again }, { workspaceId, ...options }),
    },
    jobs: {
      stream: (runId, { after = 0, ...options } = {}) =>
        streamRun(transport, { runId, seq: after }, { workspaceId, ...options }),
    },
    files: {
      upload: (bytes, { name, ...options } = {}) =>
        transport.request('POST', '/files', { workspaceId, ...options, query: { name }, bytes }) as Promise<StoredFile>,
      download: (id, { range, ...options } = {}) =>
        transport.send('GET', '/files/{id}/content', { workspaceId, ...options, path: { id }, headers: { range } }),
    },
    webhooks: { listen: (id, options) => listenToWebhook(transport, id, { workspaceId, ...options }) },
    converse: (options) => createConversation({ transport, openSocket }, { workspaceId, ...options }),
  };
}
