import type { Clock } from '../../../kernel/clock.ts';
import type { Egress } from '../../../platform/egress/egress.ts';
import { EgressError } from '../../../platform/egress/egress-error.ts';
import { type SigningKey, signedHeaders } from './signatures.ts';

export type Address = { url: string; keys: readonly SigningKey[] };

export type Sent = {
  success: boolean;
  statusCode: number | null;
  responseBody: string | null;
  latencyMs: number;
  error: string | null;
};

type Deps = { egress: Pick<Egress, 'request'>; clock: Clock; timeoutMs: number };

const largestAnswer = 16_384;

/** PostgreSQL keeps no NUL in a text. */
function storable(body: Buffer): string {
  const text = body.toString('utf8');
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}

/** The headers of a delivery, and of its copy in the stream of `/webhooks/:id/listen`. */
export const deliveryHeaders = (keys: readonly SigningKey[], deliveryId: string, timeMs: number, body: string) =>
  signedHeaders(keys, deliveryId, Math.floor(timeMs / 1_000), body);

/** One attempt. Every answer but 2xx is a failure; redirects are not followed. */
export function createSender({ egress, clock, timeoutMs }: Deps) {
  return async function send({ url, keys }: Address, deliveryId: string, body: string): Promise<Sent> {
    const began = performance.now();
    const latencyMs = () => Math.round(performance.now() - began);
    try {
      const { status, body: answer } = await egress.request(url, {
        method: 'POST',
        headers: deliveryHeaders(keys, deliveryId, clock.now(), body),
        body,
        timeoutMs,
        maxBytes: largestAnswer,
        maxRedirects: 0,
      });
      const success = status >= 200 && status < 300;
      return {
        success,
        statusCode: status,
        responseBody: storable(answer),
        latencyMs: latencyMs(),
        error: success ? null : `The endpoint answered ${status}.`,
      };
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      return {
        success: false,
        statusCode: null,
        responseBody: null,
        latencyMs: latencyMs(),
        error: error.message,
      };
    }
  };
}

export type Send = ReturnType<typeof createSender>;
