import type { Log } from '../../kernel/log.ts';
import type { RetryRule } from './chat-completions/retry.ts';
import type { Transport } from './chat-completions/transport.ts';
import type { ModelProvider } from './model.ts';

/** A model as its provider lists it; not every provider has a name for people. */
export type ListedModel = { id: string; name?: string };

export type ConfiguredProvider = ModelProvider & {
  /** The models it offers now. */
  list?(signal: AbortSignal): Promise<ListedModel[]>;
  /** Goes the way to the provider without paying for an answer; the models it lists, if it was asked for them. */
  check(signal: AbortSignal): Promise<string[]>;
};

/** What every provider is built with. */
export type Shared = { transport: Transport; retryRule: RetryRule; log: Log };
