import { withRetries } from './chat-completions/retry.ts';
import type { ListedModel, Shared } from './configured-provider.ts';
import { readListed } from './listed-models.ts';
import { refusal, unreadable } from './provider-failure.ts';

type Options = Shared & { provider: string; address: string; headers: string[]; apiKey: string | undefined };

/** Requests the list of models: this is free and shows whether the provider answers and accepts the key. */
export function createModelList({ provider, address, headers, apiKey, transport, retryRule, log }: Options) {
  const { origin, pathname, search } = new URL(address);
  return (signal: AbortSignal): Promise<ListedModel[]> =>
    withRetries({ provider, signal, rule: { ...retryRule, maxTries: 1 }, log }, async () => {
      const reply = await transport.exchange({
        method: 'GET',
        origin,
        path: pathname + search,
        headers,
        signal,
        headersTimeoutMs: transport.timeouts.connectMs,
      });
      const { status } = reply;
      if (status !== 200) throw refusal({ status, message: undefined, headers: reply.headers, secret: apiKey });
      const listed = readListed(readJson(reply.body));
      if (!listed) throw unreadable();
      return listed;
    });
}

function readJson(body: Buffer[]): unknown {
  try {
    return JSON.parse(Buffer.concat(body).toString());
  } catch {
    return undefined;
  }
}
