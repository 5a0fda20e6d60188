import { call } from './client.ts';
import type { GatewayNode } from './nodes.ts';

export type Tenant = {
  name: string;
  /** A word that only this tenant's data contains. */
  canary: string;
  token: string;
  userId: string;
  workspaceId: string;
  agentId: string;
  /** Subscribed to all events from the beginning. */
  webhookIds: string[];
};

export const apiKey = 'faults-bootstrap-key';
/** One turn of the spender costs exactly what is reserved for it, so that a single turn too many shows. */
export const budgetUsd = 0.5;
export const spenderTurnUsd = 0.05;

const expect = async (node: GatewayNode, token: string | undefined, method: string, path: string, body?: object) => {
  const reply = await call(node, method, path, {
    ...(token ? { token } : {}),
    ...(body ? { body } : {}),
    timeoutMs: 30_000,
  });
  if (!reply || reply.status >= 300) throw new Error(`${method} ${path}: ${reply?.status} ${reply?.text}`);
  return reply.body;
};

export async function createTenant(
  node: GatewayNode,
  name: string,
  seed: number,
  hooks: readonly string[],
  agent: object = {},
): Promise<Tenant> {
  const canary = `${name}canary${seed}`;
  const credentials = { email: `${canary}@example.com`, password: 'correct horse battery' };
  const token = String((await expect(node, undefined, 'POST', '/auth/register', credentials)).accessToken);
  const me = await expect(node, token, 'GET', '/auth/me');
  const webhookIds: string[] = [];
  for (const url of hooks)
    webhookIds.push(String((await expect(node, token, 'POST', '/webhooks', { url, events: ['*'] })).id));
  const { id } = await expect(node, token, 'POST', '/agents', {
    name: `Agent of ${canary}`,
    systemPrompt: `You serve ${canary}.`,
    tools: ['calculator'],
    ...agent,
  });
  return {
    name,
    canary,
    token,
    userId: String(me.id),
    workspaceId: String(me.defaultWorkspaceId),
    agentId: String(id),
    webhookIds,
  };
}

export const setBudget = ({ token, workspaceId }: Tenant, node: GatewayNode) =>
  expect(node, token, 'PUT', `/workspaces/${workspaceId}/settings`, { monthlyBudgetUsd: budgetUsd });

/** Schedules that become due during the load: a pattern may name one second of each minute. */
export async function createSchedules(
  { token, agentId, canary }: Tenant,
  node: GatewayNode,
  feedUrl: string,
  seconds: { cron: readonly number[]; heartbeat: readonly number[] },
): Promise<string[]> {
  const paths: string[] = [];
  for (const [index, second] of seconds.cron.entries()) {
    const message = `${canary} cron ${index}`;
    const made = await expect(node, token, 'POST', '/cron', { agentId, message, cron: `${second} * * * * *` });
    paths.push(`/cron/${made.id}`);
  }
  for (const second of seconds.heartbeat) {
    const fields = { agentId, type: 'rss', url: feedUrl, prompt: `News for ${canary}`, cron: `${second} * * * * *` };
    paths.push(`/heartbeat/${(await expect(node, token, 'POST', '/heartbeat', fields)).id}`);
  }
  return paths;
}
