import type { Shared } from './configured-provider.ts';
import type { Connection, ConnectionSettings } from './connections/connection.ts';
import { type BaseUrls, openConnection } from './connections/open-connection.ts';
import { createOfflineProvider } from './offline-provider.ts';
import type { OwnPrices } from './own-prices.ts';
import type { OwnAbilities } from './parts/own-abilities.ts';

export type ModelSettings = {
  /** `connection/model`. */
  defaultModel?: string | undefined;
  openaiApiKey?: string | undefined;
  anthropicApiKey?: string | undefined;
  googleApiKey?: string | undefined;
  compatibleBaseUrl?: string | undefined;
  compatibleApiKey?: string | undefined;
  /** Connections besides those of the keys above. */
  connections?: readonly Omit<ConnectionSettings, 'id'>[] | undefined;
  prices?: OwnPrices | undefined;
  abilities?: OwnAbilities | undefined;
  /** How many pages of a document become text for a model that does not read the document itself. */
  maxDocumentPages?: number | undefined;
};

const operatorId = (name: string): string => `operator:${name}`;

export const local: Connection = {
  id: operatorId('local'),
  name: 'local',
  catalogue: 'local',
  pool: null,
  weight: 1,
  models: null,
  own: false,
  provider: createOfflineProvider(),
};

/** The operator's connections; the first is the default. The offline assistant is always included. */
export function operatorConnections(settings: ModelSettings, urls: BaseUrls, shared: Shared): readonly Connection[] {
  const { openaiApiKey, anthropicApiKey, googleApiKey, compatibleBaseUrl, compatibleApiKey } = settings;
  const given: Omit<ConnectionSettings, 'id'>[] = [];
  if (openaiApiKey) given.push({ name: 'openai', kind: 'openai', apiKey: openaiApiKey });
  if (anthropicApiKey) given.push({ name: 'anthropic', kind: 'anthropic', apiKey: anthropicApiKey });
  if (googleApiKey) given.push({ name: 'google', kind: 'google', apiKey: googleApiKey });
  if (compatibleBaseUrl)
    given.push({
      name: 'openai-compatible',
      kind: 'openai-compatible',
      baseUrl: compatibleBaseUrl,
      apiKey: compatibleApiKey,
    });
  const open = (one: Omit<ConnectionSettings, 'id'>) =>
    openConnection({ ...one, id: operatorId(one.name) }, { own: false, urls, ...shared });
  return [...[...given, ...(settings.connections ?? [])].map(open), local];
}
