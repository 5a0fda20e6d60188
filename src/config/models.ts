import { findMiniLm, miniLmModel, miniLmPackage } from '#sentence-encoder/minilm-package';
import { defaultDocumentPages } from '../platform/documents/documents.ts';
import { builtInModel } from '../platform/embeddings/built-in.ts';
import { wrongName } from '../platform/models/connections/connection-rules.ts';
import { parseConnections } from '../platform/models/connections/operator-settings.ts';
import { providerNames } from '../platform/models/model.ts';
import { parsePrices } from '../platform/models/own-prices.ts';
import { parseAbilities } from '../platform/models/parts/own-abilities.ts';
import type { Readers } from './readers.ts';

/** The operator's connections. The setting is never shown: it holds keys. */
function readConnections({ text, wrong }: Readers) {
  const { connections, problems } = parseConnections(text('MODEL_CONNECTIONS') ?? '[]');
  for (const problem of problems) wrong('MODEL_CONNECTIONS', problem);
  const before = Object.entries({
    openai: 'OPENAI_API_KEY',
    anthropic: 'ANTHROPIC_API_KEY',
    google: 'GOOGLE_GENERATIVE_AI_API_KEY',
    'openai-compatible': 'OPENAI_COMPATIBLE_BASE_URL',
  }).filter(([, setting]) => text(setting));
  const twice = before.find(([taken]) => connections.some(({ name }) => name === taken));
  const clash = wrongName([...before.map(([name]) => ({ name })), ...connections]);
  if (twice)
    wrong('MODEL_CONNECTIONS', `has a connection ${twice[0]}, and ${twice[1]} makes one of that name: leave one out`);
  else if (clash) wrong('MODEL_CONNECTIONS', `has a wrong connection: "${clash.field}" ${clash.problem}`);
  return connections;
}

/** Providers of models and of embeddings. */
export function readModels(read: Readers) {
  const { text, url, parsed, integer, wrong } = read;
  const defaultModel = text('DEFAULT_MODEL');
  if (defaultModel && !/^[a-z0-9][a-z0-9._-]*\/.+$/.test(defaultModel))
    wrong('DEFAULT_MODEL', `must be provider/model, not "${defaultModel}"`);

  const embeddingModel = text('EMBEDDING_MODEL');
  if (embeddingModel && !/^(local|openai|openai-compatible)\/.+$/.test(embeddingModel))
    wrong('EMBEDDING_MODEL', `must be local/…, openai/… or openai-compatible/…, not "${embeddingModel}"`);
  if (embeddingModel?.startsWith('openai/') && !text('OPENAI_API_KEY'))
    wrong('EMBEDDING_MODEL', 'needs OPENAI_API_KEY to be set');
  if (embeddingModel?.startsWith('openai-compatible/') && !text('OPENAI_COMPATIBLE_BASE_URL'))
    wrong('EMBEDDING_MODEL', 'needs OPENAI_COMPATIBLE_BASE_URL to be set');

  const documentEmbeddingModel = text('DOCUMENT_EMBEDDING_MODEL');
  if (documentEmbeddingModel && ![miniLmModel, builtInModel].includes(documentEmbeddingModel))
    wrong('DOCUMENT_EMBEDDING_MODEL', `must be ${miniLmModel} or ${builtInModel}, not "${documentEmbeddingModel}"`);
  // Without them, everything would be embedded again with another model, a provider's perhaps, and again when they are back.
  else if (documentEmbeddingModel === miniLmModel && !findMiniLm())
    wrong('DOCUMENT_EMBEDDING_MODEL', `needs the package ${miniLmPackage}, which is not installed`);

  const connections = readConnections(read);
  const named = [...providerNames, ...connections.map(({ name }) => name)];
  return {
    defaultModel,
    prices: parsed('MODEL_PRICES', (given) => parsePrices(given, named), undefined),
    abilities: parsed('MODEL_ABILITIES', (given) => parseAbilities(given, named), undefined),
    maxDocumentPages: integer('MAX_DOCUMENT_PAGES', defaultDocumentPages, 1, 2_000),
    embeddingModel,
    documentEmbeddingModel,
    openaiApiKey: text('OPENAI_API_KEY'),
    anthropicApiKey: text('ANTHROPIC_API_KEY'),
    googleApiKey: text('GOOGLE_GENERATIVE_AI_API_KEY'),
    compatibleBaseUrl: url('OPENAI_COMPATIBLE_BASE_URL')?.href,
    compatibleApiKey: text('OPENAI_COMPATIBLE_API_KEY'),
    connections,
  };
}
