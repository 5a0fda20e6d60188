import { newId } from '../../src/kernel/ids.ts';
import { actingAs, type QuickPerson, quickPerson } from '../harness/people.ts';
import type { Receiver } from '../harness/webhook-receiver.ts';
import { scripted, type World } from './world.ts';

const attack = '<img src=x onerror=alert(1)><script>alert(2)</script><svg/onload=alert(3)>';
/** Each field has its own text, so that a test can look for that field. */
export const hostile = (field: string) => `${field}:${attack}`;
export const hostileMarkdown = `${hostile('answer')} [click](javascript:alert(4)) ![pixel](http://127.0.0.1:9/pixel.png) <a href="javascript:alert(5)">x</a>`;

/** Written through the API where it accepts such text, else as rows: the pages must not rely on validation. */
export async function seedHostility({ gateway, model }: World, person: QuickPerson, receiver: Receiver) {
  const { id: userId, workspaceId } = person;
  const act = actingAs(gateway, person);
  const make = async (path: string, body: object = {}) => {
    const {
      status,
      text,
      body: made,
    } = await act<{ id: string; runId: string; sessionId: string }>('POST', path, body);
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
    return made;
  };
  const store = (sql: string, ...values: (string | number)[]) => gateway.gateway.database.run(sql, values);
  const now = Date.now();

  receiver.reply({ status: 200, body: hostile('response') });
  receiver.replyAt('/tool', { status: 200, body: hostile('tool result') });
  const tool = { name: 'own', description: hostile('tool description'), http: { url: `${receiver.url}/tool` } };
  await make('/tools', { ...tool, parameters: { type: 'object', properties: { query: { type: 'string' } } } });
  await make('/tools', { ...tool, name: 'renamed' });
  await store(
    'UPDATE tools SET name = $2 WHERE workspace_id = $1 AND name = $3',
    workspaceId,
    hostile('tool name'),
    'renamed',
  );
  const agent = await make('/agents', {
    ...scripted,
    name: hostile('agent name'),
    description: hostile('agent description'),
    systemPrompt: hostile('system prompt'),
    model: hostile('model'),
    tools: ['own', 'calculator'],
    approvals: ['calculator'],
  });
  const heir = await make('/agents', { name: 'Heir' });

  const connection = { name: 'renamed', kind: 'openai-compatible', baseUrl: model.url };
  await make(`/workspaces/${workspaceId}/providers`, connection);
  await store(
    'UPDATE model_connections SET name = $2, pool = $3, base_url = $4 WHERE workspace_id = $1',
    workspaceId,
    hostile('connection name'),
    hostile('pool'),
    `${model.url}#${hostile('connection address')}`,
  );
  model.list([{ id: hostile('listed model'), name: hostile('name of a model') }]);

  const webhook = await make('/webhooks', {
    url: `${receiver.url}/hook`,
    events: ['*'],
    description: hostile('webhook description'),
  });
  await make(`/webhooks/${webhook.id}/test`);
  await store('UPDATE webhooks SET url = $2 WHERE id = $1', webhook.id, hostile('webhook address'));
  await store(
    `INSERT INTO deliveries (id, workspace_id, webhook_id, event, body, status, cause, created_at)
     VALUES ($1, $2, $3, $4, $5, 'dead', 'event', $6)`,
    newId('dlv', Date.now()),
    workspaceId,
    webhook.id,
    hostile('dead letter'),
    JSON.stringify({
      event: 'agent.failed',
      timestamp: new Date(now).toISOString(),
      data: { error: hostile('payload') },
    }),
    now,
  );
  await store(
    `INSERT INTO webhook_attempts (id, workspace_id, webhook_id, delivery_id, event, url, attempt, cause, latency_ms, error, created_at)
     SELECT $1, workspace_id, webhook_id, id, event, $2, 1, 'event', 5, $3, created_at FROM deliveries WHERE webhook_id = $4 AND status = 'dead'`,
    newId('att', Date.now()),
    hostile('posted address'),
    hostile('post error'),
    webhook.id,
  );
  // From here on deliveries are intercepted, for the page of the test mode.
  await make('/webhooks/test-mode/enable');

  model.script(
    { toolCalls: [{ name: 'own', arguments: { query: hostile('tool params') } }] },
    { toolCalls: [{ name: hostile('called tool'), arguments: {} }] },
    hostileMarkdown,
  );
  const chat = await make('/agent/chat', { agentId: agent.id, message: hostile('question'), surface: 'api' });
  model.script({ status: 400, message: hostile('model error') });
  await act('POST', '/agent/chat', { agentId: agent.id, message: 'Fail', surface: 'failing' });
  await make(`/sessions/${chat.sessionId}/handoff`, { agentId: heir.id, reason: hostile('handoff reason') });
  await make(`/sessions/${chat.sessionId}/handoff`, { agentId: agent.id });
  await store('UPDATE tool_usage_daily SET tool = $2 WHERE workspace_id = $1', workspaceId, hostile('used tool'));
  await store('UPDATE sessions SET title = $2 WHERE id = $1', chat.sessionId, hostile('title'));

  await make('/memory/notes', { content: hostile('note') });
  await make('/memory/daily', { content: `I like ${hostile('promoted')}` });
  await make('/memory/propagate');
  await store(
    'UPDATE memory_propagations SET reason = $2 WHERE workspace_id = $1',
    workspaceId,
    hostile('promotion reason'),
  );
  await make('/memory/daily', { content: hostile('day') });
  await act('PUT', '/memory/profile', { fields: { city: hostile('profile') } });
  await store(
    `INSERT INTO memory_entries (id, workspace_id, user_id, tier, content, source_kind, created_at, updated_at)
     VALUES ($1, $2, $3, 'session', $4, 'agent', $5, $5)`,
    newId('mem', Date.now()),
    workspaceId,
    userId,
    hostile('summary'),
    now,
  );

  const schedules = [
    await make('/cron', {
      name: hostile('cron name'),
      agentId: agent.id,
      message: hostile('cron message'),
      cron: '0 0 29 2 *',
    }),
    await make('/heartbeat', {
      name: hostile('heartbeat name'),
      type: 'http',
      url: `${receiver.url}/page`,
      agentId: agent.id,
      intervalSeconds: 86_400,
    }),
  ];
  for (const { id } of schedules)
    await store(
      `INSERT INTO schedule_runs (id, schedule_id, status, started_at, duration_ms, error) VALUES ($1, $2, 'failed', $3, 5, $4)`,
      newId('hbr', Date.now()),
      id,
      now,
      hostile('run error'),
    );
  await store(
    'UPDATE schedules SET disabled_reason = $2, url = $3, enabled = 0 WHERE workspace_id = $1',
    workspaceId,
    hostile('disabled reason'),
    hostile('heartbeat address'),
  );

  const member = await quickPerson(gateway, 'member');
  await make(`/workspaces/${workspaceId}/members`, { userId: member.id, role: 'member' });
  await store('UPDATE users SET email = $2 WHERE id = $1', member.id, hostile('email'));
  await act('PUT', `/workspaces/${workspaceId}/settings`, { name: hostile('workspace name') });
  return { agentId: agent.id, webhookId: webhook.id, ...chat };
}
