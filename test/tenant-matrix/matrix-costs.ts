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

export const operatorRows: Row[] = [
  withApiKey('getAdminHealth', 200),
  withApiKey('listAllAgents', 200),
  withApiKey('getUserUsage', 200, ofMember),
  withApiKey('listUserSessions', 200, ofMember),
  withApiKey('getUserAudit', 200, ofMember),
  ...['getUserUsage', 'listUserSessions', 'getUserAudit'].map((operationId) =>
    withApiKey(operationId, 404, () => ({ path: { uid: 'usr_nobody' } }), { name: 'of nobody' }),
  ),
];
