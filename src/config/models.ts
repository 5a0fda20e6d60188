import { parsePrices } from '../platform/models/own-prices.ts';
import type { Readers } from './readers.ts';

/** Providers of models and of embeddings. */
export function readModels({ text, url, parsed, wrong }: Readers) {
  const defaultModel = text('DEFAULT_MODEL');
  if (defaultModel && !/^[a-z-]+\/.+$/.test(defaultModel))
    wrong('DEFAULT_MODEL', `must be provider/model, not "${defaultModel}"`);

  const embeddingModel = text('EMBEDDING_MODEL');
  if (embeddingModel && !/^(local|openai|openai-compatible)\/.+$/.test(embeddingModel))
    wrong('EMBEDDING_MODEL', `must be local/…, openai/… or openai-compatible/…, not "${embeddingModel}"`);
  if (embeddingModel?.startsWith('openai/') && !text('OPENAI_API_KEY'))
    wrong('EMBEDDING_MODEL', 'needs OPENAI_API_KEY to be set');
  if (embeddingModel?.startsWith('openai-compatible/') && !text('OPENAI_COMPATIBLE_BASE_URL'))
    wrong('EMBEDDING_MODEL', 'needs OPENAI_COMPATIBLE_BASE_URL to be set');

  return {
    defaultModel,
    prices: parsed('MODEL_PRICES', parsePrices, undefined),
    embeddingModel,
    openaiApiKey: text('OPENAI_API_KEY'),
    anthropicApiKey: text('ANTHROPIC_API_KEY'),
    googleApiKey: text('GOOGLE_GENERATIVE_AI_API_KEY'),
    compatibleBaseUrl: url('OPENAI_COMPATIBLE_BASE_URL')?.href,
    compatibleApiKey: text('OPENAI_COMPATIBLE_API_KEY'),
  };
}
