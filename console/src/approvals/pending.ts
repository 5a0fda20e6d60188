import type { Approval } from '@client/api.ts';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';

const most = 200;

/** What waits for a decision, newest first. Read twice a minute for the number in the side bar. */
export const pendingQuery = queries.queryOptions(
  'get',
  '/approvals',
  { params: { query: { status: 'pending', limit: most } } },
  { select: ({ data }) => data, refetchInterval: 30_000 },
);

const none: Approval[] = [];

/** What waits in this run or conversation. Read again often while something is known to wait. */
export function usePending(of: { runId: string } | { sessionId: string }, isWaiting: boolean): Approval[] {
  const { data } = useQuery({ ...pendingQuery, enabled: isWaiting, refetchInterval: isWaiting ? 3_000 : false });
  if (!isWaiting || !data) return none;
  return data.filter((approval) => ('runId' in of ? approval.runId === of.runId : approval.sessionId === of.sessionId));
}

/** "99+" is all that the side bar has room for. */
export const inShort = (count: number) => (count > 99 ? '99+' : String(count));
