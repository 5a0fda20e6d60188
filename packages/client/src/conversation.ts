import type { ChatRequest } from './api.ts';
import { ConnectionLost, GatewayError, isPassing } from './errors.ts';
import { createPatience, type PatienceOptions } from './patience.ts';
import { isLast, type RunStream } from './run-stream.ts';
import { type Link, type OpenSocket, openLink, SocketClosed } from './socket-link.ts';
import type { Transport } from './transport.ts';

const tokenExpired = 4401;
const gatewayStops = 1001;

export type ConversationOptions = PatienceOptions & {
  agentId?: string | undefined;
  /** Any label, such as `web`. Each label has one session that is continued. */
  surface?: string | undefined;
  sessionId?: string | undefined;
  workspaceId?: string | undefined;
  /** A quiet socket gets a ping every 25 s by default, and has 10 s to answer. */
  pingMs?: number | undefined;
  pongMs?: number | undefined;
};

export type Conversation = {
  /** Sends a text or parts; images by `fileId` or `url`, since frames are small. Each frame of the answer comes exactly once, even over several sockets. */
  send(message: ChatRequest['message'], options?: { signal?: AbortSignal | undefined }): RunStream;
  /** Follows a run from the last frame seen, or from the beginning. */
  resume(runId: string, lastSeq?: number, options?: { signal?: AbortSignal | undefined }): RunStream;
  close(): void;
};

type Deps = { transport: Transport; openSocket: OpenSocket };
type Position = { runId: string; seq: number };

/** A conversation over a WebSocket, which is opened when needed and reopened when it breaks. */
export function createConversation({ transport, openSocket }: Deps, options: ConversationOptions = {}): Conversation {
  const { agentId, surface, sessionId, workspaceId, pingMs = 25_000, pongMs = 10_000 } = options;
  const query = workspaceId === undefined ? '' : `?workspaceId=${encodeURIComponent(workspaceId)}`;
  const address = `${transport.base.replace(/^http/, 'ws')}/ws${query}`;
  let link: Link | undefined;
  let linkToken: string | undefined;
  let isBusy = false;
  let isClosed = false;

  function drop(): void {
    link?.close();
    link = undefined;
  }

  async function connected(signal: AbortSignal | undefined): Promise<Link> {
    if (link?.isOpen()) return link;
    const token = transport.keeper.current()?.accessToken;
    if (!token) throw new GatewayError({ status: 401, code: 'unauthenticated', detail: 'Sign in first.' });
    try {
      link = await openLink(openSocket, address, token, { pingMs, pongMs });
      linkToken = token;
      return link;
    } catch (error) {
      // A browser does not say why a socket was refused. A request with the same credentials does, and renews an expired token.
      await transport.send('GET', '/jobs', { query: { limit: 1 }, workspaceId, signal });
      throw error;
    }
  }

  /** If this fails for the moment, the next handshake shows it. */
  async function renewAfter(error: ConnectionLost | GatewayError): Promise<void> {
    if (!(error instanceof SocketClosed) || error.closeCode !== tokenExpired) return;
    const isRenewed = await transport.keeper.renew(linkToken).catch(() => true);
    if (isRenewed) return;
    throw new GatewayError({ status: 401, code: 'token_expired', detail: 'The token has expired. Sign in again.' });
  }

  async function* exchange(first: object, given: Position | undefined, signal: AbortSignal | undefined): RunStream {
    const patience = createPatience(options, signal);
    let position = given;
    let isSent = false;
    for (;;) {
      try {
        const current = await connected(signal);
        isSent = true;
        current.send(position ? { type: 'resume', runId: position.runId, lastSeq: position.seq } : first);
        for (;;) {
          const frame = await current.take(signal);
          if (!('runId' in frame)) throw refusalOf(frame);
          if (position && (frame.runId !== position.runId || frame.seq <= position.seq)) continue;
          position = { runId: frame.runId, seq: frame.seq };
          patience.progress();
          yield frame;
          if (isLast(frame)) return;
        }
      } catch (error) {
        signal?.throwIfAborted();
        if (isClosed || !isPassing(error)) throw error;
        // No frame has come, so the message may have arrived: sending it again could send it twice.
        if (isSent && !position && !isUnanswered(error)) throw error;
        isSent = false;
        await renewAfter(error);
        drop();
        await patience.wait(error);
      }
    }
  }

  async function* alone(first: object, position: Position | undefined, signal: AbortSignal | undefined): RunStream {
    if (isClosed) throw new ConnectionLost('The conversation was closed.');
    if (isBusy)
      throw new GatewayError({ status: 409, code: 'request_in_flight', detail: 'Wait for the answer under way.' });
    isBusy = true;
    let isOver = false;
    try {
      yield* exchange(first, position, signal);
      isOver = true;
    } finally {
      // The gateway continues the abandoned run and accepts no other message on this socket meanwhile.
      if (!isOver) drop();
      isBusy = false;
    }
  }

  return {
    send: (message, { signal } = {}) =>
      alone({ type: 'message', agentId, message, surface, sessionId }, undefined, signal),
    resume: (runId, lastSeq = 0, { signal } = {}) => alone({}, { runId, seq: lastSeq }, signal),
    close() {
      isClosed = true;
      drop();
    },
  };
}

/** The gateway closes a socket for these reasons only after it has answered what it took. */
const isUnanswered = (error: ConnectionLost | GatewayError): boolean =>
  error instanceof SocketClosed && (error.closeCode === tokenExpired || error.closeCode === gatewayStops);

const refusalOf = ({ code, message, status }: { code: string; message: string; status: number }) =>
  new GatewayError({ status, code, detail: message });
