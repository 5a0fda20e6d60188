import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { forget, queries, useWorkspaceId } from '../api/queries.ts';
import { type Target, targetsOf } from './targets.ts';

/** What the workspace may use now. */
export function useModels() {
  const id = useWorkspaceId();
  return useQuery({
    ...queries.queryOptions('get', '/workspaces/{id}/models', { params: { path: { id: id ?? '' } } }),
    select: ({ models }) => models,
    enabled: id !== undefined,
    staleTime: 60_000,
  });
}

/** After a change of connections. */
export const forgetModels = () => forget('/workspaces/{id}/providers', '/workspaces/{id}/models', '/inference');

export function useTargets(): Target[] {
  const { data } = useModels();
  return useMemo(() => targetsOf(data ?? []), [data]);
}
