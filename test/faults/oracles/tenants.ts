import { call } from '../client.ts';
import { lists, seenOf } from '../load/reads.ts';
import type { GatewayNode } from '../nodes.ts';
import { deadPath } from '../servers.ts';
import type { World } from '../world.ts';
import { type Facts, type Oracle, seenByClients } from './oracle.ts';

/** Each tenant reads all lists, and the newest ids of every other tenant. */
async function lookAround(world: World, { runs }: Facts, complain: (what: string) => void): Promise<number> {
  const [node] = world.nodes as [GatewayNode];
  let looks = 0;
  for (const tenant of world.tenants) {
    const latest = world.tenants.flatMap((other) => {
      const run = runs.findLast(({ workspace_id }) => workspace_id === other.workspaceId);
      if (other === tenant || !run) return [];
      const theirs = [
        `/sessions/${run.session_id}`,
        `/jobs/${run.id}`,
        `/traces/${run.id}`,
        `/agents/${other.agentId}`,
      ];
      return [...theirs, `/webhooks/${other.webhookIds[0]}/deliveries`];
    });
    for (const path of [...lists, ...latest]) {
      const reply = await call(node, 'GET', path, { token: tenant.token, timeoutMs: 20_000 });
      looks += 1;
      for (const name of seenOf(world, tenant, reply)) complain(`${tenant.name} saw ${name}’s data at GET ${path}`);
      if (latest.includes(path) && reply && reply.status < 400)
        complain(`${tenant.name} was given ${path}, which is another’s`);
    }
  }
  return looks;
}

/** No tenant sees, receives or is answered from another tenant's data. */
export const tenants: Oracle = async (world, facts) => {
  const { runs, deliveries } = facts;
  const failures = seenByClients(world, 'tenants');
  const looks = await lookAround(world, facts, (what) => failures.push(what));
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
  return {
    name: 'tenants',
    failures,
    figures: `${world.model.requests.length} prompts, ${world.hooks.records.length} deliveries and ${looks} looks around`,
  };
};
