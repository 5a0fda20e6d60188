import type { IncomingMessage, Server } from 'node:http';
import { onClientError } from '../errors/protocol-errors.ts';

const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

function endAt(request: IncomingMessage, timeoutMs: number): void {
  const earlier = deadlines.get(request);
  clearTimeout(earlier);
  if (!earlier) request.once('end', () => clearTimeout(deadlines.get(request)));
  const cut = () => {
    const late = Object.assign(new Error('The body took too long.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    if (!request.complete) onClientError(late, request.socket);
  };
  deadlines.set(request, setTimeout(cut, timeoutMs).unref());
}

/**
 * How long a body may take to arrive. Node has one limit for all requests, and an upload takes longer than a message:
 * Node's is that of uploads, and this one is for the rest. Most bodies arrive with their headers and need no timer.
 */
export function limitBodies(server: Server, timeoutMs: number): void {
  const begin = (request: IncomingMessage) => {
    if (!request.complete && !deadlines.has(request)) endAt(request, timeoutMs);
  };
  server.prependListener('request', (request: IncomingMessage) => {
    if (hasBody(request)) setImmediate(begin, request);
  });
}

/** This body may take longer. For requests of people who have shown who they are. */
export const allowLongBody = (request: IncomingMessage, timeoutMs: number): void => {
  if (hasBody(request) && !request.complete) endAt(request, timeoutMs);
};
