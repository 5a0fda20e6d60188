import { findMiniLm, miniLmPackage } from '#sentence-encoder/minilm-package';
import type { Log } from '../../kernel/log.ts';
import { publicBaseUrls } from '../models/connections/open-connection.ts';
import { builtInModel, createBuiltInEmbeddings, miniLm } from './built-in.ts';
import type { Embeddings } from './embeddings.ts';
import { createProviderEmbeddings } from './provider.ts';

export type EmbeddingSettings = {
  /** `provider/model`; without it the model that comes with the gateway. */
  embeddingModel?: string | undefined;
  /** One of the two local models, for documents; without it a provider's if one is named above, otherwise the larger one. */
  documentEmbeddingModel?: string | undefined;
  openaiApiKey?: string | undefined;
  compatibleBaseUrl?: string | undefined;
  compatibleApiKey?: string | undefined;
};

/** `encoder` takes the place of the built-in model. */
type Deps = { log: Log; encoder?: Embeddings | undefined };
type DocumentDeps = Deps & { findWeights?: typeof findMiniLm };

/**
 * What documents are embedded with, where it is not what memory has: the larger model, unless the operator has chosen a provider's
 * for both, or the small one for documents.
 */
export function createDocumentEmbeddings(
  { embeddingModel, documentEmbeddingModel }: Pick<EmbeddingSettings, 'embeddingModel' | 'documentEmbeddingModel'>,
  { log, encoder, findWeights = findMiniLm }: DocumentDeps,
): Embeddings | undefined {
  const isLocal = embeddingModel === undefined || embeddingModel.startsWith('local/');
  if (documentEmbeddingModel === builtInModel) return isLocal ? undefined : createBuiltInEmbeddings({ log });
  if (documentEmbeddingModel === undefined && (encoder || !isLocal)) return undefined;
  if (findWeights()) return createBuiltInEmbeddings({ log, local: miniLm });
  log.warn(
    { package: miniLmPackage },
    'The weights of the model for documents are not installed; the model of memory is used',
  );
  return undefined;
}

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
