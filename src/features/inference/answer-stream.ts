import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { streamHeaders } from '../../http/response-headers.ts';

/** A client that reads nothing for this long is disconnected. */
const longestStallMs = 120_000;

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => response.destroy(), longestStallMs);
    const done = () => {
      clearTimeout(timer);
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.once('drain', done);
    response.once('close', done);
  });

/**
 * An event stream that begins with its first piece: a failure before that is a plain response with its status. While the model
 * is silent a comment is sent, since proxies close silent connections.
 */
export function createAnswerStream({ id }: FastifyRequest, reply: FastifyReply, keepAliveMs: number) {
  const response = reply.raw;
  let begun = false;

  function begin(): void {
    begun = true;
    reply.hijack();
    response.writeHead(200, { ...streamHeaders, 'x-request-id': id });
  }
  const write = (text: string): void | Promise<void> => {
    if (response.destroyed) return undefined;
    if (!begun) begin();
    return response.write(text) ? undefined : drained(response);
  };
  const keepAlive = setInterval(() => {
    if (!response.writableNeedDrain) write(': keep-alive\n\n');
  }, keepAliveMs);

  return {
    hasBegun: () => begun,
    /** For a slow client, a promise that resolves when it has caught up. */
    write,
    end(text: string): void {
      write(text);
      response.end();
    },
    /** Always called at the end. Nothing is sent afterwards. */
    close(): void {
      clearInterval(keepAlive);
      if (begun && !response.writableEnded) response.destroy();
    },
  };
}

export type AnswerStream = ReturnType<typeof createAnswerStream>;
