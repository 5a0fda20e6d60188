import type { ConnectionStore } from './connections.store.ts';

type Operator = {
  /** The names of the operator's connections. */
  connections(): readonly string[];
  /** With the operator's pools. */
  names(): readonly string[];
};

/** What a workspace can address. */
type Reachable = {
  connections: readonly string[];
  /** Connections and pools. */
  names: readonly string[];
};

/** `useOperator`: as if the workspace's setting said so. */
type ReachableFrom = (workspaceId: string, useOperator?: boolean) => Promise<Reachable>;

export const createReachable =
  (store: Pick<ConnectionStore, 'names'>, operator: Operator): ReachableFrom =>
  async (workspaceId, useOperator) => {
    const rows = await store.names(workspaceId);
    const uses = useOperator ?? rows[0]?.use_operator_models !== 0;
    const own = rows.flatMap(({ name }) => name ?? []);
    const pools = rows.flatMap(({ pool }) => pool ?? []);
    const connections = [...own, ...(uses ? operator.connections() : ['local'])];
    return {
      connections: [...new Set(connections)],
      names: [...new Set([...connections, ...pools, ...(uses ? operator.names() : [])])],
    };
  };
