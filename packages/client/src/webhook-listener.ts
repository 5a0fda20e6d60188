import type { WebhookCopy } from './api.ts';
import { ConnectionLost, isPassing } from './errors.ts';
import { readEvents } from './event-stream.ts';
import { createPatience, type PatienceOptions } from './patience.ts';
import type { Transport } from './transport.ts';

export type ListenOptions = PatienceOptions & {
  signal?: AbortSignal | undefined;
  workspaceId?: string | undefined;
  /** The id of the last delivery that was seen; otherwise it begins now. */
  after?: string | undefined;
  /** Called when deliveries from then on will come, and again after each interruption. */
  onOpen?: (() => void) | undefined;
  silenceMs?: number | undefined;
};

/** Ids that are remembered: those of ten seconds, many times over. */
const mostSeen = 10_000;

/** Copies of the deliveries of a webhook until the caller leaves. Resumes when the connection breaks. */
export async function* listenToWebhook(
  { send }: Pick<Transport, 'send'>,
  id: string,
  { signal, workspaceId, after, onOpen, silenceMs = 45_000, ...options }: ListenOptions = {},
): AsyncGenerator<WebhookCopy, void, void> {
  const patience = createPatience(options, signal);
  let last = after;
  /** After an interruption the gateway repeats the last seconds. */
  const seen = new Set<string>();
  for (;;) {
    let failure: unknown = new ConnectionLost('The stream ended.');
    try {
      const response = await send('GET', '/webhooks/{id}/listen', {
        path: { id },
        headers: { 'last-event-id': last },
        workspaceId,
        signal,
      });
      onOpen?.();
      patience.progress();
      for await (const data of readEvents(response, { silenceMs, signal })) {
        const copy = JSON.parse(data) as WebhookCopy;
        if (seen.has(copy.deliveryId)) continue;
        seen.add(copy.deliveryId);
        // The oldest is first.
        if (seen.size > mostSeen) seen.delete(seen.values().next().value as string);
        if (last === undefined || copy.deliveryId > last) last = copy.deliveryId;
        yield copy;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!isPassing(error)) throw error;
      failure = error;
    }
    await patience.wait(failure);
  }
}
