import { useQuery } from '@tanstack/react-query';
import { useWorkspaceId, workspacesQuery } from '../api/queries.ts';
import { FallbackList } from '../models/fallback-list.tsx';
import type { Target } from '../models/targets.ts';

type Props = {
  fallbacks: string[] | null;
  targets: Target[];
  error: string | undefined;
  onChange(next: { fallbacks: string[] | null }): void;
};

/** Who answers when the model fails: those of the workspace, or a list of the agent's own. */
export function Fallbacks({ fallbacks, targets, error, onChange }: Props) {
  const id = useWorkspaceId();
  const { data: workspaces } = useQuery(workspacesQuery);
  const ofWorkspace = workspaces?.find((each) => each.id === id)?.settings.fallbacks ?? [];
  return (
    <fieldset className="stack-tight">
      <legend>When the model fails</legend>
      <label className="check">
        <input
          type="checkbox"
          checked={fallbacks === null}
          onChange={({ target }) => onChange({ fallbacks: target.checked ? null : ofWorkspace })}
        />
        Ask the workspace’s fallbacks
      </label>
      {fallbacks === null ? (
        <p className="field-hint wrap">
          {ofWorkspace.length === 0 ? 'It has none: the turn fails.' : `Now: ${ofWorkspace.join(', then ')}.`}
        </p>
      ) : (
        <>
          <FallbackList
            fallbacks={fallbacks}
            targets={targets}
            error={error}
            onChange={(next) => onChange({ fallbacks: next })}
          />
          {fallbacks.length === 0 && <p className="field-hint">With none, the turn fails.</p>}
        </>
      )}
    </fieldset>
  );
}
