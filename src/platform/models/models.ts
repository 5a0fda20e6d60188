import type { buildConnector } from 'undici';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { Bus } from '../bus/bus.ts';
import { createDocuments, defaultDocumentPages } from '../documents/documents.ts';
import { type Attempt, createAsk } from './asking/ask.ts';
import { type CooldownRule, createCooldowns, defaultCooldownRule } from './asking/cooldowns.ts';
import { lookUp } from './catalogue.ts';
import { defaultRetryRule, type RetryRule } from './chat-completions/retry.ts';
import { createTransport, defaultTimeouts, type Timeouts } from './chat-completions/transport.ts';
import type { Candidate, Connection, ConnectionSettings } from './connections/connection.ts';
import { type BaseUrls, openConnection, publicBaseUrls } from './connections/open-connection.ts';
import { anyModel, type Choice, createScope, type Scope } from './connections/scope.ts';
import type { ModelAnswer, ModelInfo, ModelRequest, OnText } from './model.ts';
import { createModelListing } from './model-listing.ts';
import { createAsking } from './parts/asking.ts';
import { holdsFiles } from './parts/prepare.ts';
import { shortestSecret } from './provider-failure.ts';
import { local, type ModelSettings, operatorConnections } from './providers.ts';
import { suited } from './suited.ts';

type Options = {
  log: Log;
  /** Tells other nodes which connections failed. */
  bus?: Pick<Bus, 'publish' | 'subscribe'> | undefined;
  /** Connects only to addresses that users may name: for the connections of workspaces. */
  checkedConnect?: buildConnector.connector | undefined;
  /** For tests. */
  baseUrls?: Partial<BaseUrls>;
  timeouts?: Partial<Timeouts>;
  retryRule?: Partial<RetryRule>;
  cooldownRule?: Partial<CooldownRule>;
};

export type Models = ReturnType<typeof createModels>;

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

export function createModels(settings: ModelSettings, options: Options) {
  const { log, bus, checkedConnect, baseUrls } = options;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const retryRule = { ...defaultRetryRule, ...options.retryRule };
  const transport = createTransport(timeouts);
  const checkedTransport = createTransport(timeouts, checkedConnect);
  warnOfShortKeys(settings, log);
  const operator = operatorConnections(settings, { ...publicBaseUrls, ...baseUrls }, { transport, retryRule, log });

  function look(connection: Connection, model: string): ModelInfo {
    const { name, own, catalogue } = connection;
    const info: ModelInfo = { ...lookUp(catalogue, model), provider: name };
    const named = `${name}/${model}`;
    const learned = asking.learned(`${connection.id}/${model}`);
    // The operator's own figures are of the operator's connections.
    const takes = { ...info.takes, ...learned, ...(own ? undefined : settings.abilities?.get(named)) };
    const price = own ? undefined : settings.prices?.get(named);
    return price ? { ...info, takes, price, priceVersion: 'settings' } : { ...info, takes };
  }

  const documents = createDocuments({ log, maxPages: settings.maxDocumentPages ?? defaultDocumentPages });
  const asking = createAsking({ look, documents, known: () => operatorScope.list(), log });
  const listed = createModelListing(log);
  const firstModels = new WeakMap<Connection, string>();
  const chosen = split(settings.defaultModel);
  const scopeDeps = { chosen, look, listed, firstListed: (one: Connection) => firstModels.get(one) };
  const operatorScope = createScope({ own: [], operator, ...scopeDeps });

  const problem = operatorScope.resolve(null, null).reason;
  if (problem) log.warn({ defaultModel: settings.defaultModel }, `DEFAULT_MODEL cannot be used. ${problem}`);

  /** The candidate with the model's name, where its server was to choose one. */
  function named(candidate: Candidate, signal: AbortSignal): Candidate | Promise<Candidate> {
    const { connection, model } = candidate;
    if (model !== anyModel || connection.catalogue !== 'openai-compatible') return candidate;
    const withName = (name: string | undefined): Candidate => {
      if (!name)
        throw new AppError('model_error', `${connection.name} lists no model: name one in DEFAULT_MODEL.`, {
          retryable: false,
        });
      firstModels.set(connection, name);
      return { ...candidate, model: name, info: look(connection, name) };
    };
    const known = firstModels.get(connection);
    return known ? withName(known) : connection.provider.check(signal).then(([first]) => withName(first));
  }

  function generateBy({ connection }: Candidate, request: ModelRequest, onText?: OnText): Promise<ModelAnswer> {
    const { generate } = connection.provider;
    const given = request.options ? suited(request, look(connection, request.model).takes) : request;
    return holdsFiles(given) ? asking.withFiles(connection, given, onText) : generate(given, onText);
  }

  const cooldowns = createCooldowns({ bus, rule: { ...defaultCooldownRule, ...options.cooldownRule } });
  const observers: ((attempt: Attempt) => void)[] = [];
  const observe = (attempt: Attempt) => {
    for (const observer of observers) observer(attempt);
  };
  const ask = createAsk({ cooldowns, generate: generateBy, named, observe });

  function operatorTarget(provider: string | null, model: string | null) {
    const target = operatorScope.resolve(provider, model);
    if (!target.configured) throw new AppError('model_error', target.reason ?? '', { retryable: false });
    return target;
  }

  return {
    /** The names of the operator's connections; `local` always is one. */
    providers: (): string[] => operator.map(({ name }) => name),

    get defaultModel(): Choice {
      return operatorScope.defaultModel;
    },

    /** The models of a workspace that has no connections of its own. */
    operator: operatorScope,

    /** The models of a workspace with connections of its own, or without the operator's. */
    scope: (own: readonly Connection[], useOperator: boolean): Scope =>
      createScope({
        ...scopeDeps,
        own,
        operator: useOperator ? operator : [local],
        chosen: useOperator || own.some(({ name }) => name === chosen?.provider) ? chosen : undefined,
      }),

    /** Opens a connection of a workspace: its address is a user's. */
    connect: (connection: ConnectionSettings): Connection =>
      openConnection(connection, { own: true, transport: checkedTransport, retryRule, log }),

    ask,

    /** Why a connection is not asked first now, as far as this node knows. */
    cooldownOf: cooldowns.stateOf,

    /** Tells of every attempt. The observer must neither wait nor throw. */
    onAttempt: (observer: (attempt: Attempt) => void): void => void observers.push(observer),

    /** An answer of one of the operator's connections, without fallbacks. */
    async generate(provider: string, request: ModelRequest, onText?: OnText): Promise<ModelAnswer> {
      const { candidates } = operatorTarget(provider, request.model);
      return (await ask({ targets: [candidates], request, onText })).answer;
    },

    resolve: operatorScope.resolve,
    info: (provider: string, model: string): ModelInfo =>
      look(operator.find(({ name }) => name === provider) ?? { ...local, name: provider, catalogue: provider }, model),
    list: operatorScope.list,
    offered: operatorScope.offered,

    /** Tests the connection to the default model without paying for an answer. */
    async probe(signal: AbortSignal): Promise<Choice & { latencyMs: number }> {
      const startedMs = performance.now();
      const { provider, model, candidates } = operatorTarget(null, null);
      const [candidate] = candidates;
      if (!candidate) throw new AppError('model_error', `${provider} has no connection.`);
      const [first] = await candidate.connection.provider.check(signal);
      const latencyMs = Math.round((performance.now() - startedMs) * 10) / 10;
      if (model !== anyModel) return { provider, model, latencyMs };
      if (first) firstModels.set(candidate.connection, first);
      return { provider, model: (await named(candidate, signal)).model, latencyMs };
    },

    async stop(): Promise<void> {
      cooldowns.stop();
      await Promise.all([documents.stop(), transport.stop(), checkedTransport.stop()]);
    },
  };
}

function split(defaultModel: string | undefined): Choice | undefined {
  const slash = defaultModel?.indexOf('/') ?? -1;
  if (!defaultModel || slash < 1) return undefined;
  return { provider: defaultModel.slice(0, slash), model: defaultModel.slice(slash + 1) };
}
