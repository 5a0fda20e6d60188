import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { catalogueOf, defaultModelOf, lookUp } from './catalogue.ts';
import { defaultRetryRule, type RetryRule } from './chat-completions/retry.ts';
import { createTransport, defaultTimeouts, type Timeouts } from './chat-completions/transport.ts';
import {
  type ModelAnswer,
  type ModelInfo,
  type ModelRequest,
  type OnText,
  type ProviderName,
  providerNames,
} from './model.ts';
import { createModelListing } from './model-listing.ts';
import { shortestSecret } from './provider-failure.ts';
import { type BaseUrls, createProviders, type ModelSettings, publicBaseUrls } from './providers.ts';

type Options = {
  log: Log;
  /** For tests. */
  baseUrls?: Partial<BaseUrls>;
  timeouts?: Partial<Timeouts>;
  retryRule?: Partial<RetryRule>;
};

type Choice = { provider: ProviderName; model: string };

export type OfferedModel = Choice & { name?: string | undefined };

export type ResolvedModel = Choice & {
  contextWindow: number | null;
  configured: boolean;
  /** Why it cannot be used. */
  reason?: string;
};

export type Models = ReturnType<typeof createModels>;

/** A placeholder for the first model that a compatible server lists, until the server was asked. */
const firstListed = 'auto';

const settingOf: Record<ProviderName, string> = {
  local: '',
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GOOGLE_GENERATIVE_AI_API_KEY',
  'openai-compatible': 'OPENAI_COMPATIBLE_BASE_URL',
};

/** A short key may be part of ordinary words, so it is not removed from providers' messages. */
function warnOfShortKeys(settings: ModelSettings, log: Log): void {
  const keys = {
    OPENAI_API_KEY: settings.openaiApiKey,
    ANTHROPIC_API_KEY: settings.anthropicApiKey,
    GOOGLE_GENERATIVE_AI_API_KEY: settings.googleApiKey,
    OPENAI_COMPATIBLE_API_KEY: settings.compatibleApiKey,
  };
  for (const [setting, key] of Object.entries(keys))
    if (key && key.length < shortestSecret)
      log.warn(
        { setting },
        `a key of fewer than ${shortestSecret} characters is not taken out of the texts of its provider; leave it unset where none is needed`,
      );
}

export function createModels(settings: ModelSettings, { log, baseUrls, timeouts, retryRule }: Options) {
  const transport = createTransport({ ...defaultTimeouts, ...timeouts });
  const shared = { transport, retryRule: { ...defaultRetryRule, ...retryRule }, log };
  warnOfShortKeys(settings, log);
  const providers = createProviders(settings, { ...publicBaseUrls, ...baseUrls }, shared);

  const listed = createModelListing(providers, log);

  function look(provider: ProviderName, model: string): ModelInfo {
    const price = settings.prices?.get(`${provider}/${model}`);
    return price ? { ...lookUp(provider, model), price, priceVersion: 'settings' } : lookUp(provider, model);
  }

  const chosen = split(settings.defaultModel);
  let listedModel: string | undefined;

  const defaultOf = (provider: ProviderName): string =>
    (provider === chosen?.provider ? chosen.model : defaultModelOf(provider)) ?? listedModel ?? firstListed;

  function defaultModel(): Choice {
    if (chosen) return chosen;
    const [provider = 'local'] = providers.keys();
    return { provider, model: defaultOf(provider) };
  }

  function problemWith(provider: ProviderName): string | undefined {
    if (providers.has(provider)) return undefined;
    if (!providerNames.includes(provider)) return `There is no model provider "${provider}".`;
    return `The model provider ${provider} is not configured: ${settingOf[provider]} is not set.`;
  }

  function find(provider: ProviderName) {
    const found = providers.get(provider);
    if (!found) throw new AppError('model_error', problemWith(provider) ?? '', { retryable: false });
    return found;
  }

  async function nameOf(provider: ProviderName, model: string, signal: AbortSignal): Promise<string> {
    if (provider !== 'openai-compatible' || model !== firstListed) return model;
    listedModel ??= (await find(provider).check(signal))[0];
    if (!listedModel)
      throw new AppError('model_error', `${provider} lists no model: name one in DEFAULT_MODEL.`, { retryable: false });
    return listedModel;
  }

  function choose(provider: ProviderName | null, model: string | null): Choice {
    if (provider) return { provider, model: model ?? defaultOf(provider) };
    if (!model) return defaultModel();
    const owner = [...providers.keys()].find((name) => look(name, model).price);
    return { provider: owner ?? defaultModel().provider, model };
  }

  const problem = problemWith(defaultModel().provider);
  if (problem) log.warn({ defaultModel: settings.defaultModel }, `DEFAULT_MODEL cannot be used. ${problem}`);

  return {
    /** The configured providers; `local` always is one. */
    providers: (): ProviderName[] => [...providers.keys()],

    get defaultModel(): Choice {
      return defaultModel();
    },

    /** The model that a call would use. A model without a provider uses the provider known for it, else the default. */
    resolve(provider: string | null, model: string | null): ResolvedModel {
      const choice = choose(provider as ProviderName | null, model);
      const { contextWindow } = lookUp(choice.provider, choice.model);
      const reason = problemWith(choice.provider);
      return { ...choice, contextWindow, configured: reason === undefined, ...(reason && { reason }) };
    },

    info: look,

    /** The default model first, then the known models of every configured provider. */
    list(): ModelInfo[] {
      const { provider, model } = defaultModel();
      const known = [...providers.keys()].flatMap(catalogueOf);
      const others = known.filter((info) => info.provider !== provider || info.model !== model);
      return problemWith(provider) ? known : [look(provider, model), ...others];
    },

    /** The same, with the models that the providers list now and their names. */
    async offered(): Promise<OfferedModel[]> {
      const lists = await listed();
      const known = [...providers.keys()].flatMap((provider): OfferedModel[] => {
        const models = lists.get(provider);
        return models?.length ? models.map(({ id, name }) => ({ provider, model: id, name })) : catalogueOf(provider);
      });
      const { provider, model } = defaultModel();
      const isDefault = (one: OfferedModel) => one.provider === provider && one.model === model;
      const first = known.find(isDefault) ?? { provider, model };
      return problemWith(provider) ? known : [first, ...known.filter((one) => !isDefault(one))];
    },

    async generate(provider: ProviderName, request: ModelRequest, onText?: OnText): Promise<ModelAnswer> {
      const model = await nameOf(provider, request.model, request.signal);
      return find(provider).generate(model === request.model ? request : { ...request, model }, onText);
    },

    /** Tests the connection to the default model without paying for an answer. */
    async probe(signal: AbortSignal): Promise<Choice & { latencyMs: number }> {
      const startedMs = performance.now();
      const { provider, model } = defaultModel();
      const [first] = await find(provider).check(signal);
      if (provider === 'openai-compatible') listedModel ??= first;
      const latencyMs = Math.round((performance.now() - startedMs) * 10) / 10;
      return { provider, model: await nameOf(provider, model, signal), latencyMs };
    },

    stop: (): Promise<void> => transport.stop(),
  };
}

function split(defaultModel: string | undefined): Choice | undefined {
  const slash = defaultModel?.indexOf('/') ?? -1;
  if (!defaultModel || slash < 1) return undefined;
  return { provider: defaultModel.slice(0, slash) as ProviderName, model: defaultModel.slice(slash + 1) };
}
