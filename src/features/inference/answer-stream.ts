import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { streamHeaders } from '../../http/response-headers.ts';

/** A client that reads at all has taken something by then. */
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
 * A stream that begins with its first piece: until then a failure is a plain answer with its status. A model that thinks
 * for long is announced by a comment, since a proxy would give up on a connection that says nothing.
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
    /** A promise means that the reader is behind. */
    write,
    end(text: string): void {
      write(text);
      response.end();
    },
    /** Whatever happened: nothing more is sent. */
    close(): void {
      clearInterval(keepAlive);
      if (begun && !response.writableEnded) response.destroy();
    },
  };
}

export type AnswerStream = ReturnType<typeof createAnswerStream>;
