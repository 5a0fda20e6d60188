import type { Embeddings } from '../../src/platform/embeddings/embeddings.ts';
import { createEmbeddings } from './fake-embeddings.ts';

export type WordEmbeddings = Embeddings & {
  /** The texts of each call, in order. */
  asked: string[][];
  /** If set, every call waits for it, and fails if it does. */
  obstacle: Promise<unknown> | undefined;
};

/** Embeddings without a model: texts that share words have similar vectors. */
export function createWordEmbeddings(model = 'local/words', dimension = 512): WordEmbeddings {
  const embeddings: WordEmbeddings = {
    model,
    searchModel: model,
    dimension,
    asked: [],
    obstacle: undefined,
    async embed(texts, { signal } = {}) {
      embeddings.asked.push([...texts]);
      if (embeddings.obstacle)
        await Promise.race([
          embeddings.obstacle,
          new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
        ]);
      return createEmbeddings({ input: [...texts], dimensions: dimension, encoding_format: 'base64' }).data.map(
        ({ embedding }) => {
          const bytes = Buffer.from(String(embedding), 'base64');
          return new Float32Array(new Uint8Array(bytes).buffer);
        },
      );
    },
    stop: async () => undefined,
  };
  return embeddings;
}
