import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type ClientOptions, WebSocket } from 'ws';
import { createRecordLog } from './record-log.ts';

export type ReceivedFrame = Record<string, unknown> & { type: string };
export type SocketOptions = ClientOptions & { path?: string; protocols?: string[]; token?: string };

/** The error of a refused handshake. */
export class SocketRefused extends Error {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;

  constructor(status: number, headers: IncomingHttpHeaders, text: string) {
    super(`The handshake was refused with ${status}: ${text}`);
    this.status = status;
    this.headers = headers;
    this.body = text ? JSON.parse(text) : {};
  }
}

async function refusal(response: IncomingMessage): Promise<SocketRefused> {
  let text = '';
  for await (const chunk of response) text += chunk;
  return new SocketRefused(response.statusCode ?? 0, response.headers, text);
}

export async function openSocket(
  url: string,
  { path = '/ws', protocols = [], token, headers, ...options }: SocketOptions = {},
) {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, protocols, {
    ...options,
    headers: { ...authorization, ...headers },
  });
  const received = createRecordLog<ReceivedFrame>(JSON.stringify);
  socket.on('message', (data) => received.add(JSON.parse(String(data)) as ReceivedFrame));
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  let response: IncomingMessage | undefined;
  socket.once('upgrade', (upgraded) => {
    response = upgraded;
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('unexpected-response', (_request, refused: IncomingMessage) => refusal(refused).then(reject, reject));
    socket.once('error', reject);
  });
  socket.on('error', () => undefined);

  let asked = 0;
  return {
    socket,
    closed,
    headers: response?.headers ?? {},
    frames: received.entries,
    waitFor: received.waitFor,
    send(frame: unknown): void {
      socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame));
    },
    /** The next frame that was not read yet. */
    async next(): Promise<ReceivedFrame> {
      asked += 1;
      return (await received.waitFor(asked))[asked - 1] as ReceivedFrame;
    },
    close: () => socket.close(),
  };
}

/** The refusal of a handshake. */
export async function refusedSocket(url: string, options?: SocketOptions): Promise<SocketRefused> {
  try {
    const opened = await openSocket(url, options);
    opened.socket.terminate();
  } catch (error) {
    if (error instanceof SocketRefused) return error;
    throw error;
  }
  throw new Error('The socket opened.');
}
