import { createSdkProvider } from './ai-sdk/provider.ts';
import { createChatCompletions } from './chat-completions/chat-completions.ts';
import type { ConfiguredProvider, Shared } from './configured-provider.ts';
import type { ProviderName } from './model.ts';
import { createOfflineProvider } from './offline-provider.ts';
import type { OwnPrices } from './own-prices.ts';

export type ModelSettings = {
  /** `provider/model`. */
  defaultModel?: string | undefined;
  openaiApiKey?: string | undefined;
  anthropicApiKey?: string | undefined;
  googleApiKey?: string | undefined;
  compatibleBaseUrl?: string | undefined;
  compatibleApiKey?: string | undefined;
  prices?: OwnPrices | undefined;
};

export type BaseUrls = { openai: string; anthropic: string; google: string };

export const publicBaseUrls: BaseUrls = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

/** Providers with a key or a URL; the first is the default. The offline assistant is always included. */
export function createProviders(settings: ModelSettings, urls: BaseUrls, shared: Shared) {
  const { openaiApiKey, anthropicApiKey, googleApiKey, compatibleBaseUrl, compatibleApiKey } = settings;
  const providers = new Map<ProviderName, ConfiguredProvider>();

  if (openaiApiKey) {
    const options = { provider: 'openai', baseUrl: urls.openai, apiKey: openaiApiKey } as const;
    providers.set('openai', createChatCompletions({ ...options, ...shared }));
  }
  if (anthropicApiKey) {
    const anthropic = createSdkProvider({
      provider: 'anthropic',
      load: async () => (await import('@ai-sdk/anthropic')).createAnthropic,
      baseUrl: urls.anthropic,
      apiKey: anthropicApiKey,
      listing: '/models?limit=1000',
      headers: ['x-api-key', anthropicApiKey, 'anthropic-version', '2023-06-01'],
      ...shared,
    });
    providers.set('anthropic', anthropic);
  }
  if (googleApiKey) {
    const google = createSdkProvider({
      provider: 'google',
      load: async () => (await import('@ai-sdk/google')).createGoogleGenerativeAI,
      baseUrl: urls.google,
      apiKey: googleApiKey,
      listing: '/models?pageSize=1000',
      headers: ['x-goog-api-key', googleApiKey],
      ...shared,
    });
    providers.set('google', google);
  }
  if (compatibleBaseUrl) {
    const options = { provider: 'openai-compatible', baseUrl: compatibleBaseUrl, apiKey: compatibleApiKey } as const;
    providers.set('openai-compatible', createChatCompletions({ ...options, ...shared }));
  }
  return providers.set('local', createOfflineProvider());
}
