import { newId } from '../../src/kernel/ids.ts';
import { inWorkspace, type Row, withApiKey } from './row.ts';
import type { World } from './world.ts';

const ofMember = ({ people }: World) => ({ path: { uid: people.member.id } });

/** The data prepared for statistics is summed up here. */
export const costRows: Row[] = [
  inWorkspace('getCosts', { members: 200, fromHome: 200 }),
  ...['day', 'agent', 'model', 'user', 'key'].map((groupBy) =>
    inWorkspace('getCostBreakdown', { members: 200, fromHome: 200 }, () => ({ query: { groupBy } }), {
      name: `by ${groupBy}`,
    }),
  ),
];

/** Nobody's words are in it: what is shown of it are ids. */
const deadJob = async ({ gateway }: World) => {
  const id = newId('job', Date.now());
  await gateway.gateway.database.run(
    `INSERT INTO jobs (id, queue, payload, state, run_at, attempts, max_attempts, created_at)
     VALUES ($1, 'nobodys', '{}', 'dead', 1, 5, 5, 1)`,
    [id],
  );
  return { path: { id } };
};
const noJob = () => ({ path: { id: 'job_none' } });

export const operatorRows: Row[] = [
  withApiKey('listDeadJobs', 200),
  withApiKey('retryDeadJob', 204, deadJob),
  withApiKey('retryDeadJob', 404, noJob, { name: 'of none' }),
  withApiKey('dropDeadJob', 204, deadJob),
  withApiKey('dropDeadJob', 404, noJob, { name: 'of none' }),
  withApiKey('getAdminHealth', 200),
  withApiKey('listAllAgents', 200),
  withApiKey('getUserUsage', 200, ofMember),
  withApiKey('listUserSessions', 200, ofMember),
  withApiKey('getUserAudit', 200, ofMember),
  ...['getUserUsage', 'listUserSessions', 'getUserAudit'].map((operationId) =>
    withApiKey(operationId, 404, () => ({ path: { uid: 'usr_nobody' } }), { name: 'of nobody' }),
  ),
];
