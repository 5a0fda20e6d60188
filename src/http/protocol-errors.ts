import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError, type ErrorCode } from '../kernel/errors.ts';
import { problemFor, statusOf } from './problem.ts';
import { requestIdFrom } from './request-id.ts';

/** Answers what never becomes a request of the framework's: parser failures, slow clients, CONNECT, odd expectations. */
const parserCodes: Record<string, [ErrorCode, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The request headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['body_too_large', 'The chunk extensions are too large.'],
};

const requestIds = new WeakMap<Duplex, string>();

/** Remembers under which id a connection's current request runs, for failures that only know the connection. */
export function rememberRequestId({ socket, headers }: IncomingMessage): string {
  const id = requestIdFrom(headers['x-request-id']);
  requestIds.set(socket, id);
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
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

export function refuseConnection(socket: Duplex, error: AppError, requestId: string): void {
  if (socket.writable) socket.end(rawResponse(error, requestId));
  // Whoever does not read the answer is not waited for.
  const timer = setTimeout(() => socket.destroy(), 1_000);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}

type ParserError = Error & { code?: string; rawPacket?: unknown };
type HttpSocket = Duplex & { _httpMessage?: { headersSent: boolean } | null };

export function onClientError(error: ParserError, socket: HttpSocket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) {
    socket.destroy();
    return;
  }
  const [code, detail] = parserCodes[error.code ?? ''] ?? ['bad_request', 'The request is not valid HTTP.'];
  const inFlight = error.rawPacket ? undefined : requestIds.get(socket);
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
    response.writeHead(statusOf[error.kind], {
      'x-request-id': requestId,
      'content-type': 'application/problem+json; charset=utf-8',
      connection: 'close',
    });
    response.end(JSON.stringify(problemFor(error, requestId)));
  });
}
