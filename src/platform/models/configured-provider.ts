import type { Log } from '../../kernel/log.ts';
import type { Deadlines, RetryRule } from './chat-completions/retry.ts';
import type { Transport } from './chat-completions/transport.ts';
import type { ModelProvider } from './model.ts';

/** A model as its provider lists it; not every provider gives a display name. */
export type ListedModel = { id: string; name?: string };

export type ConfiguredProvider = ModelProvider & {
  /** The models it offers now. */
  list?(signal: AbortSignal): Promise<ListedModel[]>;
  /**
   * Tests the connection to the provider without paying for an answer. Returns the models it lists, if they were
   * requested.
   */
  check(signal: AbortSignal): Promise<string[]>;
};

/** What every provider needs. */
export type Shared = { transport: Transport; retryRule: RetryRule; log: Log; deadlines?: Deadlines | undefined };
