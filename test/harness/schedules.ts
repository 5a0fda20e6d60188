import { expect, vi } from 'vitest';
import type { Act } from './people.ts';
import { patienceMs } from './talking.ts';

export type Heartbeat = {
  id: string;
  name: string;
  userId: string | null;
  agentId: string;
  enabled: boolean;
  disabledReason: string | null;
  nextRunAt: string | null;
  lastRunAt: string | null;
  consecutiveFailures: number;
  intervalSeconds: number | null;
  cron: string | null;
  timezone: string | null;
};
export type ScheduleRun = {
  id: string;
  status: string;
  scheduledFor: string | null;
  durationMs: number | null;
  itemCount: number;
  httpStatus: number | null;
  runId: string | null;
  error: string | null;
};

export async function created<Body>(answer: ReturnType<Act>): Promise<Body> {
  const { status, text, body } = await answer;
  if (status !== 201) throw new Error(`It was refused with ${status}: ${text}`);
  return body as Body;
}

/** A heartbeat that does not become due during the tests. */
export const newHeartbeat = (act: Act, fields: object): Promise<Heartbeat> =>
  created(act('POST', '/heartbeat', { type: 'rss', intervalSeconds: 86_400, prompt: 'Sum it up.', ...fields }));

export async function runNow(act: Act, id: string): Promise<ScheduleRun> {
  const { status, text, body } = await act<ScheduleRun>('POST', `/heartbeat/${id}/run`);
  expect(status, text).toBe(200);
  return body;
}

export const runsOf = async (act: Act, path: string): Promise<ScheduleRun[]> =>
  (await act<{ data: ScheduleRun[] }>('GET', `${path}/runs`)).body.data;

/** Waits until the run has ended and the schedule has recorded it. */
export const settled = (act: Act, path: string): Promise<ScheduleRun[]> =>
  vi.waitFor(
    async () => {
      const runs = await runsOf(act, path);
      for (const { runId, status } of runs) {
        if (runId === null) continue;
        const job = (await act<{ status: string }>('GET', `/jobs/${runId}`)).body;
        expect(['completed', 'failed', 'cancelled']).toContain(job.status);
        expect(status).toBe(job.status === 'completed' ? 'ok' : 'failed');
      }
      return runs;
    },
    { timeout: patienceMs, interval: 20 },
  );
