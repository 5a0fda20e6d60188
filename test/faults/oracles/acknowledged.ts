import { call } from '../client.ts';
import type { Tenant } from '../tenants.ts';
import type { World } from '../world.ts';
import { type Oracle, seenByClients } from './oracle.ts';

const mostAsked = 150;

/** Every note that the API lists for a tenant. */
async function notesOf({ nodes }: World, { token }: Tenant): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let cursor = '';
  do {
    const path = `/memory/notes?limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const reply = await call(nodes[0] as never, 'GET', path, { token, timeoutMs: 20_000 });
    if (reply?.status !== 200) throw new Error(`GET ${path}: ${reply?.status} ${reply?.text}`);
    for (const { content } of reply.body.data as { content: string }[])
      counts.set(content, (counts.get(content) ?? 0) + 1);
    cursor = (reply.body.nextCursor as string | null) ?? '';
  } while (cursor);
  return counts;
}

/**
 * What was acknowledged exists once, in the store and through the API; what was not acknowledged exists at most once.
 */
export const acknowledged: Oracle = async (world, { runs }) => {
  const { journal, nodes, store, tenants } = world;
  const failures = seenByClients(world, 'acknowledged');
  const byInput = Map.groupBy(runs, ({ input }) => input);
  const tenantOf = (name: string) => tenants.find((tenant) => tenant.name === name) as Tenant;
  let kept = 0;

  for (const { text, told, runId, content, door } of journal.said) {
    const found = byInput.get(text) ?? [];
    if (found.length > 1) failures.push(`"${text}" was taken ${found.length} times`);
    if (!runId) continue;
    const run = found.find(({ id }) => id === runId);
    if (!run) failures.push(`${door} "${text}": ${runId} was acknowledged and is lost`);
    else if (told === 'completed' && (run.status !== 'completed' || run.content !== content))
      failures.push(`${runId} was told completed with "${content}", the store has ${run.status} "${run.content}"`);
    else if (told === 'failed' && run.status !== 'failed')
      failures.push(`${runId} was told failed, the store has ${run.status}`);
    else kept += 1;
  }
  const asked = journal.said.filter(({ told, tenant }) => told === 'completed' && tenant !== 'flooder');
  for (const { runId, tenant, content } of asked.slice(-mostAsked)) {
    const reply = await call(nodes.at(-1) as never, 'GET', `/jobs/${runId}`, { token: tenantOf(tenant).token });
    if (reply?.body.status !== 'completed' || reply.body.content !== content)
      failures.push(`GET /jobs/${runId}: ${reply?.status} ${reply?.text.slice(0, 200)}`);
  }

  const agents = new Set((await store.all<{ name: string }>('SELECT name FROM agents')).map(({ name }) => name));
  const notes = new Map<string, Map<string, number>>();
  for (const tenant of tenants) notes.set(tenant.name, await notesOf(world, tenant));
  let checked = 0;
  for (const { kind, id, text, tenant } of journal.written) {
    if (kind === 'note') {
      const times = notes.get(tenant)?.get(text) ?? 0;
      if (times > 1) failures.push(`the note "${text}" is there ${times} times`);
      if (id && times === 0) failures.push(`the note "${text}" was acknowledged and is lost`);
    } else if (id) {
      if (kind === 'agent' && !agents.has(text)) failures.push(`the agent "${text}" was acknowledged and is lost`);
      if (checked++ > mostAsked) continue;
      const path = kind === 'agent' ? `/agents/${id}` : `/webhooks/${id}`;
      const reply = await call(nodes[0] as never, 'GET', path, { token: tenantOf(tenant).token });
      if (reply?.status !== 200 || !reply.text.includes(text))
        failures.push(`${kind} "${text}" was acknowledged; GET ${path}: ${reply?.status}`);
    }
    if (id) kept += 1;
  }
  return { name: 'acknowledged', failures, figures: `${kept} acknowledged writes are there` };
};
