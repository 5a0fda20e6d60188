import { catalogueOf, defaultModelOf } from '../catalogue.ts';
import { type ModelInfo, providerNames } from '../model.ts';
import type { ModelListing } from '../model-listing.ts';
import type { Candidate, Connection } from './connection.ts';

export type Choice = { provider: string; model: string };

export type OfferedModel = Choice & { name?: string | undefined };

/** The model that is meant, and who may be asked for it: several where a pool is meant. */
export type Target = Choice & {
  contextWindow: number | null;
  configured: boolean;
  /** Why it cannot be used. */
  reason?: string;
  candidates: readonly Candidate[];
};

type Deps = {
  own: readonly Connection[];
  /** Those that the workspace may use; the offline assistant is the last. */
  operator: readonly Connection[];
  /** What the operator named as the default. */
  chosen: Choice | undefined;
  look(connection: Connection, model: string): ModelInfo;
  listed: ModelListing;
  /** The first model that a server lists, once it was asked. */
  firstListed(connection: Connection): string | undefined;
};

/** Stands for the first model that a server lists, until the server was asked. */
export const anyModel = 'auto';

const settingOf: Record<string, string> = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GOOGLE_GENERATIVE_AI_API_KEY',
  'openai-compatible': 'OPENAI_COMPATIBLE_BASE_URL',
};
const mostKept = 1_000;

/** By the names of connections and pools. A name of the workspace's own hides the operator's. */
function byName(own: readonly Connection[], operator: readonly Connection[]): Map<string, Connection[]> {
  const names = new Map<string, Connection[]>();
  for (const connections of [own, operator]) {
    const taken = new Set(names.keys());
    for (const connection of connections)
      for (const name of new Set([connection.name, connection.pool ?? connection.name])) {
        if (taken.has(name)) continue;
        const others = names.get(name) ?? [];
        names.set(name, [...others, connection]);
      }
  }
  return names;
}

/** The models that one workspace can reach. */
export function createScope({ own, operator, chosen, look, listed, firstListed }: Deps) {
  const names = byName(own, operator);
  const hidden = new Set(own.map(({ name }) => name));
  const connections = [...own, ...operator.filter(({ name }) => !hidden.has(name))];
  const kept = new Map<string, Target>();

  function defaultOf(provider: string): string {
    if (provider === chosen?.provider) return chosen.model;
    const [first] = names.get(provider) ?? [];
    if (!first) return defaultModelOf(provider) ?? anyModel;
    return first.models?.[0] ?? defaultModelOf(first.catalogue) ?? firstListed(first) ?? anyModel;
  }

  /** The operator's, else the workspace's own, else the offline assistant. */
  function defaultModel(): Choice {
    if (chosen) return chosen;
    const provider = (operator.find(({ catalogue }) => catalogue !== 'local') ?? own[0])?.name ?? 'local';
    return { provider, model: defaultOf(provider) };
  }

  function choose(provider: string | null, model: string | null): Choice {
    if (provider) return { provider, model: model ?? defaultOf(provider) };
    if (!model) return defaultModel();
    const owner = connections.find((connection) => look(connection, model).price);
    return { provider: owner?.name ?? defaultModel().provider, model };
  }

  function problemWith({ provider, model }: Choice): string | undefined {
    const members = names.get(provider);
    if (members)
      return members.some(({ models }) => !models || models.includes(model))
        ? undefined
        : `${provider} is not set up for the model ${model}.`;
    if (!providerNames.some((name) => name === provider)) return `There is no model provider "${provider}".`;
    return `The model provider ${provider} is not configured: ${settingOf[provider]} is not set.`;
  }

  function find(choice: Choice): Target {
    const { provider, model } = choice;
    const members = (names.get(provider) ?? []).filter(({ models }) => !models || models.includes(model));
    const candidates = members.map(
      (connection): Candidate => ({ connection, provider: connection.name, model, info: look(connection, model) }),
    );
    const windows = candidates.flatMap(({ info }) => info.contextWindow ?? []);
    const reason = problemWith(choice);
    return {
      ...choice,
      contextWindow: windows.length > 0 ? Math.min(...windows) : null,
      configured: reason === undefined,
      ...(reason && { reason }),
      candidates,
    };
  }

  const catalogue = (connection: Connection): ModelInfo[] =>
    catalogueOf(connection.catalogue)
      .filter(({ model }) => !connection.models || connection.models.includes(model))
      .map(({ model }) => look(connection, model));

  return {
    connections,

    names: (): string[] => [...names.keys()],
    knows: (name: string): boolean => names.has(name),

    get defaultModel(): Choice {
      return defaultModel();
    },

    /** The model that a call would use. A model without a provider uses the provider known for it, else the default. */
    resolve(provider: string | null, model: string | null): Target {
      const choice = choose(provider, model);
      const key = `${choice.provider}/${choice.model}`;
      const known = kept.get(key);
      if (known) return known;
      const found = find(choice);
      if (kept.size >= mostKept) kept.clear();
      kept.set(key, found);
      return found;
    },

    /** The default model first, then the known models of every connection. */
    list(): ModelInfo[] {
      const { provider, model } = defaultModel();
      const all = connections.flatMap(catalogue);
      const others = all.filter((info) => info.provider !== provider || info.model !== model);
      const [first] = find({ provider, model }).candidates;
      return first ? [{ ...first.info, provider }, ...others] : all;
    },

    /** The same, with the models that the providers list now and their names. */
    async offered(): Promise<OfferedModel[]> {
      const lists = await listed(connections);
      const known = connections.flatMap((connection): OfferedModel[] => {
        const { name: provider, models: only } = connection;
        const models = lists.get(connection);
        if (!models?.length) return only ? only.map((model) => ({ provider, model })) : catalogue(connection);
        const may = models.filter(({ id }) => !only || only.includes(id));
        return may.map(({ id, name }) => ({ provider, model: id, name }));
      });
      const { provider, model } = defaultModel();
      const isDefault = (one: OfferedModel) => one.provider === provider && one.model === model;
      const first = known.find(isDefault) ?? { provider, model };
      return problemWith({ provider, model }) ? known : [first, ...known.filter((one) => !isDefault(one))];
    },
  };
}

export type Scope = ReturnType<typeof createScope>;
