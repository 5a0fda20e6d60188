import { createSdkProvider } from '../ai-sdk/provider.ts';
import { createChatCompletions } from '../chat-completions/chat-completions.ts';
import type { ConfiguredProvider, Shared } from '../configured-provider.ts';
import { azureAddress, plainAddress } from './addressing.ts';
import {
  type Connection,
  type ConnectionKind,
  type ConnectionSettings,
  type PresetName,
  presets,
} from './connection.ts';

export type BaseUrls = { openai: string; anthropic: string; google: string };

export const publicBaseUrls: BaseUrls = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

const isPreset = (kind: ConnectionKind | PresetName): kind is PresetName => Object.hasOwn(presets, kind);

const trimmed = (url: string): string => url.replace(/\/+$/, '');

/** The address of a connection, as given or as known for its kind; undefined if it must be given. */
export function addressOf({ kind, baseUrl }: Pick<ConnectionSettings, 'kind' | 'baseUrl'>, urls = publicBaseUrls) {
  if (baseUrl) return trimmed(baseUrl);
  if (isPreset(kind)) return presets[kind];
  return kind === 'openai' || kind === 'anthropic' || kind === 'google' ? urls[kind] : undefined;
}

function providerOf(settings: ConnectionSettings, urls: BaseUrls, shared: Shared): ConfiguredProvider {
  const { name, kind, apiKey, headers = {}, firstTokenTimeoutMs, timeoutMs } = settings;
  const address = addressOf(settings, urls);
  if (!address) throw new Error(`The connection ${name} needs a baseUrl.`);
  const further = Object.entries(headers).flat();
  const deadlines = firstTokenTimeoutMs || timeoutMs ? { firstTokenTimeoutMs, timeoutMs } : undefined;
  const common = { provider: name, ...shared, deadlines };
  if (kind === 'anthropic')
    return createSdkProvider({
      ...common,
      kind,
      load: async () => (await import('@ai-sdk/anthropic')).createAnthropic,
      baseUrl: address,
      apiKey: apiKey ?? '',
      listing: '/models?limit=1000',
      headers: ['x-api-key', apiKey ?? '', 'anthropic-version', '2023-06-01', ...further],
      further: headers,
    });
  if (kind === 'google')
    return createSdkProvider({
      ...common,
      kind,
      load: async () => (await import('@ai-sdk/google')).createGoogleGenerativeAI,
      baseUrl: address,
      apiKey: apiKey ?? '',
      listing: '/models?pageSize=1000',
      headers: ['x-goog-api-key', apiKey ?? '', ...further],
      further: headers,
    });
  const isAzure = kind === 'azure-openai';
  const authorization = apiKey ? (isAzure ? ['api-key', apiKey] : ['authorization', `Bearer ${apiKey}`]) : [];
  return createChatCompletions({
    ...common,
    isOpenAi: kind === 'openai' || isAzure,
    address: isAzure ? azureAddress(address) : plainAddress(address),
    headers: [...authorization, ...further],
    apiKey,
  });
}

const catalogues: Partial<Record<ConnectionSettings['kind'], string>> = {
  openai: 'openai',
  'azure-openai': 'openai',
  anthropic: 'anthropic',
  google: 'google',
};

export function openConnection(
  settings: ConnectionSettings,
  { own, urls = publicBaseUrls, ...shared }: Shared & { own: boolean; urls?: BaseUrls },
): Connection {
  const { id, name, kind, pool, weight = 1, models } = settings;
  return {
    id,
    name,
    catalogue: catalogues[kind] ?? 'openai-compatible',
    pool: pool ?? null,
    weight,
    models: models ?? null,
    own,
    provider: providerOf(settings, urls, shared),
  };
}
