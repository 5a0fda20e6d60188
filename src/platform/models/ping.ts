import type { ProviderName } from './model.ts';
import { refusal } from './provider-failure.ts';
import type { Shared } from './providers.ts';
import { withRetries } from './retry.ts';

type Options = Shared & { provider: ProviderName; address: string; headers: string[]; apiKey: string };

/** Asks an address that costs nothing whether the provider is there and takes our key. */
export function createPing({ provider, address, headers, apiKey, transport, retryRule, log }: Options) {
  const { origin, pathname, search } = new URL(address);
  return (signal: AbortSignal): Promise<string[]> =>
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
      return [];
    });
}
