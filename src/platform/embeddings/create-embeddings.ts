import type { Log } from '../../kernel/log.ts';
import { publicBaseUrls } from '../models/connections/open-connection.ts';
import { createBuiltInEmbeddings, miniLm } from './built-in.ts';
import type { Embeddings } from './embeddings.ts';
import { createProviderEmbeddings } from './provider.ts';

export type EmbeddingSettings = {
  /** `provider/model`; without it the model that comes with the gateway. */
  embeddingModel?: string | undefined;
  openaiApiKey?: string | undefined;
  compatibleBaseUrl?: string | undefined;
  compatibleApiKey?: string | undefined;
};

/** What documents are embedded with instead, if the operator has chosen so. */
export const createDocumentEmbeddings = (
  { documentEmbeddingModel }: { documentEmbeddingModel?: string | undefined },
  { log }: { log: Log },
): Embeddings | undefined =>
  documentEmbeddingModel === miniLm.model ? createBuiltInEmbeddings({ log, local: miniLm }) : undefined;

type Deps = { log: Log; encoder?: Embeddings | undefined };

export function createEmbeddings(settings: EmbeddingSettings, { log, encoder }: Deps): Embeddings {
  const { embeddingModel = 'local/', openaiApiKey, compatibleBaseUrl, compatibleApiKey } = settings;
  const slash = embeddingModel.indexOf('/');
  const provider = embeddingModel.slice(0, slash);
  const model = embeddingModel.slice(slash + 1);
  if (provider === 'openai')
    return createProviderEmbeddings({ provider, model, baseUrl: publicBaseUrls.openai, apiKey: openaiApiKey, log });
  if (provider === 'openai-compatible' && compatibleBaseUrl)
    return createProviderEmbeddings({ provider, model, baseUrl: compatibleBaseUrl, apiKey: compatibleApiKey, log });
  return encoder ?? createBuiltInEmbeddings({ log });
}
