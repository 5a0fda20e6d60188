import { call } from '../client.ts';
import { apiKey } from '../tenants.ts';
import { type Oracle, seenByClients } from './oracle.ts';

/** No node ended by itself, all are ready, and the chain of the audit log is intact. */
export const processes: Oracle = async (world) => {
  const failures = [...seenByClients(world, 'process'), ...world.nodes.flatMap(({ surprises }) => surprises)];
  for (const node of world.nodes) if (!(await node.isReady())) failures.push(`${node.name} is not ready`);
  const headers = { 'x-api-key': apiKey };
  const reply = await call(world.nodes[0] as never, 'GET', '/diagnostics', { headers, timeoutMs: 30_000 });
  const checks = (reply?.body.checks ?? []) as { id: string; status: string; message: string }[];
  for (const { id, status, message } of checks)
    if (status === 'fail') failures.push(`the diagnosis of ${id} failed: ${message}`);
  if (checks.length === 0) failures.push(`GET /diagnostics: ${reply?.status} ${reply?.text.slice(0, 200)}`);
  const passed = checks.filter(({ status }) => status === 'pass').length;
  return { name: 'processes', failures, figures: `${passed} of ${checks.length} diagnoses pass` };
};
