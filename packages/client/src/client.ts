import type { ChatRequest, Credentials, Registration, TokenPair } from './api.ts';
import { type Conversation, type ConversationOptions, createConversation } from './conversation.ts';
import type { Method, Paths } from './routes.ts';
import { type RunStream, type StreamOptions, streamRun } from './run-stream.ts';
import type { OpenSocket } from './socket-link.ts';
import type { Tokens } from './tokens.ts';
import { createTransport, type Transport, type TransportOptions } from './transport.ts';

export type ClientOptions = TransportOptions & {
  /** The workspace to act in; the person's own unless told. */
  workspaceId?: string | undefined;
  /** Opens a WebSocket; the global one unless told, which Node has from version 22 on. */
  webSocket?: OpenSocket | undefined;
};

/** The routes that have a method and answer with something that is read at once. */
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
/** Options may be left out where none is required. */
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

export type GatewayClient = {
  /** `client.get('/agents/{id}', { path: { id } })`: any route of the API description, by its path. */
  get: Call<'get'>;
  post: Call<'post'>;
  put: Call<'put'>;
  patch: Call<'patch'>;
  delete: Call<'delete'>;
  /** Everything in a list, page after page as it is needed. */
  each<Route extends keyof ListsOf & string>(
    route: Route,
    ...options: Arguments<ListsOf[Route]>
  ): AsyncGenerator<ItemOf<ListsOf[Route]>, void, void>;

  /** Creates an account, and acts as it from now on. */
  register(registration: Registration): Promise<void>;
  login(credentials: Credentials): Promise<void>;
  /** Revokes all of the person's refresh tokens, and forgets these. */
  logout(): Promise<void>;
  tokens(): Tokens | undefined;
  /** The same person in another workspace. */
  inWorkspace(workspaceId: string | undefined): GatewayClient;

  chat: {
    /** Says something and gives the answer as it comes, through any break of the connection. */
    stream(request: ChatRequest, options?: StreamOptions): RunStream;
  };
  jobs: {
    /** Watches a run, from the beginning or from after the frame with the number `after`. */
    stream(runId: string, options?: StreamOptions & { after?: number | undefined }): RunStream;
  };
  /** Opens a conversation over a WebSocket. */
  converse(options?: ConversationOptions): Conversation;
};

const globalSocket: OpenSocket = (address, protocols) => {
  const { WebSocket } = globalThis as {
    WebSocket?: new (address: string, protocols: string[]) => ReturnType<OpenSocket>;
  };
  if (!WebSocket) throw new TypeError('There is no WebSocket here: give one as `webSocket`.');
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
  // The description gives these their types; at run time every route is called alike.
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
    jobs: {
      stream: (runId, { after = 0, ...options } = {}) =>
        streamRun(transport, { runId, seq: after }, { workspaceId, ...options }),
    },
    converse: (options) => createConversation({ transport, openSocket }, { workspaceId, ...options }),
  };
}
