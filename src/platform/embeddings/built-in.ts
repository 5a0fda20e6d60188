import { miniLmDimension, miniLmModel } from '#sentence-encoder/minilm-package';
import type { Log } from '../../kernel/log.ts';
import { createThread } from '../thread.ts';
import { createBatches, type Embedded, type TextsToEmbed } from './batches.ts';
import type { Embeddings } from './embeddings.ts';

/** A model that runs in the gateway. `searchModel` must change with its vectors for search. */
type LocalModel = { model: string; searchModel: string; dimension: number; worker: URL; searches: boolean };

const universalSentenceEncoder: LocalModel = {
  model: 'local/universal-sentence-encoder-lite',
  // The number must change with the learned matrices.
  searchModel: 'local/universal-sentence-encoder-lite/questions-1',
  dimension: 512,
  worker: new URL('./built-in.worker.ts', import.meta.url),
  searches: true,
};
export const builtInModel = universalSentenceEncoder.model;
export const builtInSearchModel = universalSentenceEncoder.searchModel;

/** Finds more passages of documents; memory is found better by the small one. */
export const miniLm: LocalModel = {
  model: miniLmModel,
  searchModel: miniLmModel,
  dimension: miniLmDimension,
  worker: new URL('./minilm.worker.ts', import.meta.url),
  searches: false,
};

type Deps = { log: Log; local?: LocalModel };

/** `givesWay`: it has the processor after the other threads. */
export type ModelThread = { givesWay: boolean };

/** The thread for much text needs 45 MB, or 100 with the larger model, which are not kept for the next document of another day. */
const bulkIdleMs = 60_000;

/**
 * The built-in model, or another one with its weights, in its own thread, which starts with the first text. Texts in bulk have
 * another thread of low priority: a thread that has become slower may not become quicker again for a question.
 */
export function createBuiltInEmbeddings({ log, local = universalSentenceEncoder }: Deps): Embeddings {
  const { model, searchModel, dimension, worker } = local;
  const newThread = (data: ModelThread, idle: { idleMs?: number }) =>
    createThread<TextsToEmbed, Embedded[]>({
      name: 'embeddings',
      file: worker,
      data,
      limits: { maxYoungGenerationSizeMb: 16 },
      ...idle,
      log,
    });
  const thread = newThread({ givesWay: false }, {});
  const bulkThread = newThread({ givesWay: true }, { idleMs: bulkIdleMs });
  const ask = createBatches(thread);
  const askInBulk = createBatches(bulkThread);

  return {
    model,
    searchModel,
    dimension,
    embed: async (texts, { signal, urgent = false, bulk = false, as } = {}) =>
      (await (bulk ? askInBulk : ask)({ texts, urgent, as, search: undefined, signal })) as Float32Array[],
    ...(local.searches && {
      embedAndSearch: async (question, search, signal) => {
        const [found = new Float32Array()] = await ask({
          texts: [question],
          urgent: true,
          as: 'question',
          search,
          signal,
        });
        return found;
      },
    }),
    async stop() {
      await Promise.all([thread.stop(), bulkThread.stop()]);
    },
  };
}
