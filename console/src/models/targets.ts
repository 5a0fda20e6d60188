import type { WorkspaceModel } from '@client/api.ts';

/** Something an agent may address. `group` is the connection or the pool. */
export type Target = { id: string; group: string; isPool: boolean; model: WorkspaceModel };

/** The workspace's own come first, the offline model last. */
const rank = ({ own, connection }: WorkspaceModel) => (own ? 1 : connection === 'local' ? 3 : 2);

export const inOrder = (models: WorkspaceModel[]) =>
  models.toSorted((one, other) => rank(one) - rank(other) || one.id.localeCompare(other.id));

/** Each model by its connection, and once more by its pool. Pools come first. */
export function targetsOf(models: WorkspaceModel[]): Target[] {
  const direct = inOrder(models).map((model) => ({ id: model.id, group: model.connection, isPool: false, model }));
  const pooled = inOrder(models)
    .filter(({ pool, connection }) => pool !== null && pool !== connection)
    .map((model) => ({ id: `${model.pool}/${model.model}`, group: model.pool ?? '', isPool: true, model }));
  return [...new Map([...pooled, ...direct].map((target) => [target.id, target])).values()];
}
