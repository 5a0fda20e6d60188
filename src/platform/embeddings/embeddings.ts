import type { Role } from '#sentence-encoder';

export type EmbedOptions = {
  signal?: AbortSignal;
  /** Goes before what is computed in the background: someone waits. */
  urgent?: boolean;
  /** What looks for something, or may be found; without it, the vectors the model is known for. */
  as?: Role;
  /** So many numbers, from a provider whose model can be told. */
  dimensions?: number;
};

/** Texts as points: what means the same lies close together. The narrow door to whatever computes them. */
export type Embeddings = {
  /** `provider/model`: vectors of different models say nothing about each other. */
  readonly model: string;
  /** The name that vectors for search are kept under: another one whenever they cannot be compared with older ones. */
  readonly searchModel: string;
  /** 0 until a provider has answered once. */
  readonly dimension: number;
  /**
   * One vector of length 1 for each text, or of nothing but zeros for a text whose meaning the model cannot tell.
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
  /** The same for texts that a client has cut into the tokens of the model; only where a provider takes them. */
  embedTokens?(tokens: readonly (readonly number[])[], options?: EmbedOptions): Promise<Float32Array[]>;
  /** Idempotent; nothing is computed afterwards. */
  stop(): Promise<void>;
};
