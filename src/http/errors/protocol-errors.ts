import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError, type ErrorCode } from '../../kernel/errors.ts';
import { STATUS_CODES } from '../../platform/node-http.ts';
import { requestIdFrom } from '../request-id.ts';
import { cautious, cautiousLines } from '../response-headers.ts';
import { problemFor, statusOf } from './problem.ts';

/** Answers requests that never reach Fastify: parser failures, slow clients, CONNECT, unknown expectations. */
const parserCodes: Record<string, [ErrorCode, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The request headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['body_too_large', 'The chunk extensions are too large.'],
};

const requestIds = new WeakMap<IncomingMessage, string>();

/** Remembers the id of a request, for failures of its connection while the request runs. */
export function rememberRequestId(request: IncomingMessage): string {
  const id = requestIdFrom(request.headers['x-request-id']);
  requestIds.set(request, id);
  return id;
}

/** The parser gave up before it knew the headers; the raw bytes may still name the request. */
function requestIdIn(rawPacket: unknown): string {
  const text = rawPacket instanceof Buffer ? rawPacket.toString('latin1') : '';
  return requestIdFrom(/\r\nx-request-id:[ \t]*([\x21-\x7e]{1,256})[ \t]*\r\n/i.exec(text)?.[1]);
}

function rawResponse(error: AppError, requestId: string): string {
  const status = statusOf[error.kind];
  const body = JSON.stringify(problemFor(error, requestId));
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `X-Request-ID: ${requestId}`,
    'Content-Type: application/problem+json; charset=utf-8',
    ...cautiousLines,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

/** Sends the error and closes. Does not wait for a client that neither reads nor closes. */
export function endConnection(socket: Duplex, lastWords = ''): void {
  if (socket.writable) socket.end(lastWords);
  const timer = setTimeout(() => socket.destroy(), 1_000);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}

export function refuseConnection(socket: Duplex, error: AppError, requestId: string): void {
  endConnection(socket, rawResponse(error, requestId));
}

type ParserError = Error & { code?: string; rawPacket?: unknown };
/** `_httpMessage` is the next answer on the connection; the error is sent in its place. */
type HttpSocket = Duplex & { _httpMessage?: ServerResponse | null };

export function onClientError(error: ParserError, socket: HttpSocket): void {
  const due = socket._httpMessage;
  if (error.code === 'ECONNRESET' || !socket.writable || due?.headersSent) {
    socket.destroy();
    return;
  }
  const [code, detail] = parserCodes[error.code ?? ''] ?? ['bad_request', 'The request is not valid HTTP.'];
  const inFlight = due ? requestIds.get(due.req) : undefined;
  refuseConnection(socket, new AppError(code, detail), inFlight ?? requestIdIn(error.rawPacket));
}

export function answerProtocolCorners(server: Server): void {
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    refuseConnection(socket, new AppError('bad_request', 'This is not a proxy.'), rememberRequestId(request));
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const requestId = rememberRequestId(request);
    const error = new AppError('expectation_failed', 'Only 100-continue can be expected.');
    const body = JSON.stringify(problemFor(error, requestId));
    response.writeHead(statusOf[error.kind], {
      'x-request-id': requestId,
      'content-type': 'application/problem+json; charset=utf-8',
      ...cautious,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    });
    response.end(body);
  });
}
