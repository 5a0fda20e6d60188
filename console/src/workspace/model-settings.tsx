import type { WorkspaceDetails } from '@client/api.ts';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { errorWithin, fieldErrors } from '../api/fields.ts';
import { forget } from '../api/queries.ts';
import { FallbackList } from '../models/fallback-list.tsx';
import { useTargets } from '../models/use-models.ts';
import { SaveRow } from './save-row.tsx';

/** Which models agents ask for, and who answers when one fails. */
export function ModelSettings({ workspace: { id, settings } }: { workspace: WorkspaceDetails }) {
  const targets = useTargets();
  const [useOperatorModels, setUseOperatorModels] = useState(settings.useOperatorModels);
  const [fallbacks, setFallbacks] = useState(settings.fallbacks);
  const save = useMutation({
    mutationFn: () =>
      api.PUT('/workspaces/{id}/settings', { params: { path: { id } }, body: { useOperatorModels, fallbacks } }),
    onSuccess: () => forget('/workspaces', '/agents', '/inference'),
  });
  const refused = errorWithin(fieldErrors(save.error), 'fallbacks');
  return (
    <form
      className="card form"
      onChange={() => save.reset()}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <h2>Models</h2>
      <label className="check">
        <input
          type="checkbox"
          checked={useOperatorModels}
          onChange={({ target }) => setUseOperatorModels(target.checked)}
        />
        Use the operator’s models too
      </label>
      {!useOperatorModels && (
        <p className="note warn">
          Agents then answer through <Link to="/models">connections of this workspace</Link> and the offline model only.
        </p>
      )}
      <fieldset className="stack-tight">
        <legend>Fallbacks</legend>
        <p className="field-hint">Asked in this order when a model fails, unless an agent has its own.</p>
        <FallbackList
          fallbacks={fallbacks}
          targets={targets}
          error={refused}
          onChange={(next) => {
            save.reset();
            setFallbacks(next);
          }}
        />
      </fieldset>
      <SaveRow save={save}>Save models</SaveRow>
    </form>
  );
}
