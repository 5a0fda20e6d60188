import type { Role } from '#sentence-encoder';
import type { Found, SearchBeside } from '../search/search-index.ts';

export type EmbedOptions = {
  signal?: AbortSignal;
  /** A client waits for it: it goes before background texts. */
  urgent?: boolean;
  /** Much text that nobody waits for: the models of the gateway compute it beside everything else, with low priority. */
  bulk?: boolean;
  /** For search: a question, or a statement that may answer one. Without it, the model's plain vectors. */
  as?: Role;
  /** The length of the vectors, where the provider's model supports a choice. */
  dimensions?: number;
};

/** Texts as vectors: texts with the same meaning have similar vectors. The one interface to all embedding models. */
export type Embeddings = {
  /** `provider/model`: vectors of different models cannot be compared. */
  readonly model: string;
  /** The name under which vectors for search are stored: it changes when they cannot be compared with older ones. */
  readonly searchModel: string;
  /** 0 until a provider has answered once. */
  readonly dimension: number;
  /** One vector of length 1 for each text; all zeros for a text without known words. */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
  /**
   * Embeds a question and searches with its vector, both in the model's thread. Only the vector is returned where there is
   * too much to search.
   */
  embedAndSearch?(question: string, search: SearchBeside, signal: AbortSignal): Promise<Found | Float32Array>;
  /** The same for texts that the client sends as tokens of the model; only where a provider accepts them. */
  embedTokens?(tokens: readonly (readonly number[])[], options?: EmbedOptions): Promise<Float32Array[]>;
  /** Idempotent; nothing is computed afterwards. */
  stop(): Promise<void>;
};
