import type { Log } from '../../kernel/log.ts';
import type { ListedModel } from './configured-provider.ts';
import type { Connection } from './connections/connection.ts';

/** How long a list is fresh. A stale list is shown while it is fetched again. */
const freshMs = 300_000;
const failedMs = 30_000;
/** The longest time that the first caller waits; a later answer is for the next caller. */
const firstWaitMs = 2_000;
const askTimeoutMs = 10_000;
const mostModels = 2_000;

type Listing = { models: ListedModel[] | undefined; askAgainAt: number; asking?: Promise<void> | undefined };

const byId = (one: ListedModel, other: ListedModel) => (one.id < other.id ? -1 : Number(one.id > other.id));

/**
 * Caches the models that connections list: a request must not wait for the slowest provider, and a provider that is down
 * for a short time keeps its models. Sorted, because providers change the order between answers.
 */
export function createModelListing(log: Log) {
  /** A connection that is changed is a new one; the list of the old one goes with it. */
  const listings = new WeakMap<Connection, Listing>();

  async function ask({ name, provider }: Connection, listing: Listing): Promise<void> {
    try {
      const listed = (await provider.list?.(AbortSignal.timeout(askTimeoutMs))) ?? [];
      const distinct = new Map(listed.slice(0, mostModels).map((model) => [model.id, model]));
      listing.models = [...distinct.values()].sort(byId);
      listing.askAgainAt = performance.now() + freshMs;
    } catch (error) {
      log.warn({ err: error, provider: name }, 'a provider did not list its models');
      listing.askAgainAt = performance.now() + failedMs;
    } finally {
      listing.asking = undefined;
    }
  }

  function current(connection: Connection): Listing {
    const listing = listings.get(connection) ?? { models: undefined, askAgainAt: 0 };
    listings.set(connection, listing);
    if (performance.now() >= listing.askAgainAt) listing.asking ??= ask(connection, listing);
    return listing;
  }

  /** For every connection that can list its models; undefined where it has not answered yet. */
  return async function listed(
    connections: readonly Connection[],
  ): Promise<Map<Connection, ListedModel[] | undefined>> {
    const able = connections.filter(({ provider }) => provider.list);
    const unknown = able.map(current).filter(({ models, asking }) => models === undefined && asking);
    if (unknown.length > 0) {
      let timer: NodeJS.Timeout | undefined;
      const enough = new Promise((resolve) => {
        timer = setTimeout(resolve, firstWaitMs);
      });
      await Promise.race([Promise.all(unknown.map(({ asking }) => asking)), enough]);
      clearTimeout(timer);
    }
    return new Map(able.map((connection) => [connection, listings.get(connection)?.models]));
  };
}

export type ModelListing = ReturnType<typeof createModelListing>;
