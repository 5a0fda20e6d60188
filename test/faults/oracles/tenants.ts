import { deadPath } from '../servers.ts';
import { countBy, type Oracle, seenByClients } from './oracle.ts';

/** Nobody sees, gets or is answered from what belongs to another. */
export const tenants: Oracle = (world, { runs, deliveries }) => {
  const failures = seenByClients(world, 'tenants');
  const everyone = [...world.tenants, world.spender, world.flooder];
  const canaries = everyone.map(({ canary }) => canary);

  for (const { body } of world.model.requests) {
    const seen = canaries.filter((canary) => JSON.stringify(body).includes(canary));
    if (seen.length > 1) failures.push(`a model was shown ${seen.join(' and ')} together`);
  }
  const ownerOf = new Map(runs.map(({ session_id, workspace_id }) => [session_id, workspace_id]));
  const webhookOf = new Map(deliveries.map(({ id, webhook_id }) => [id, webhook_id]));
  for (const { path, headers, json } of world.hooks.records) {
    const id = String(headers['webhook-id']);
    const tenant = everyone.find(({ name, webhookIds }) =>
      path === deadPath ? webhookIds.includes(webhookOf.get(id) ?? '') : path === `/${name}`,
    );
    const { sessionId, workspaceId } = (json.data ?? {}) as Record<string, string | undefined>;
    const owner = sessionId ? ownerOf.get(sessionId) : workspaceId;
    if (tenant && owner && owner !== tenant.workspaceId) failures.push(`${id} of ${owner} was sent to ${tenant.name}`);
    for (const { canary, name } of everyone)
      if (name !== tenant?.name && JSON.stringify(json).includes(canary))
        failures.push(`${id} told ${tenant?.name} of ${name}`);
  }
  for (const { id, input, content, workspace_id } of runs)
    for (const { canary, workspaceId, name } of everyone)
      if (workspaceId !== workspace_id && `${input}${content}`.includes(canary))
        failures.push(`${id} of another holds ${name}’s words`);
  const reads = [...countBy(world.journal.said, ({ tenant }) => tenant)].length;
  return {
    name: 'tenants',
    failures,
    figures: `${world.model.requests.length} prompts, ${world.hooks.records.length} deliveries of ${reads} tenants looked through`,
  };
};
