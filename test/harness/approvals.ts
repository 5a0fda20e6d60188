import { expect } from 'vitest';
import { type Chat, newTalker, patienceMs, type Talker, type Talking } from './talking.ts';
import type { Receiver } from './webhook-receiver.ts';

export type Approval = {
  id: string;
  runId: string;
  sessionId: string;
  tool: string;
  params: Record<string, unknown>;
  status: string;
  reason: string | null;
  resolvedBy: string | null;
  code?: string;
};
export type Parked = { runId: string; sessionId: string; status: string; approval: { requestId: string } };
export type Job = Chat & { status: string; approval: unknown; durationMs: number };
type Acting = Pick<Talker, 'act'>;

/** A person with an agent that needs an approval for fetching, and none for calculating. */
export const newAsker = (
  { gateway }: Pick<Talking, 'gateway'>,
  agent: object = {},
  more: object = {},
): Promise<Talker> =>
  newTalker(gateway, {
    agent: { tools: ['http_fetch', 'calculator'], approvals: ['http_fetch'], ...agent },
    ...more,
  });

/** A tool call that the receiver sees, if it is made. */
export const fetching = (world: Receiver, path = '/', id?: string) => ({
  name: 'http_fetch',
  arguments: { url: `${world.url}${path}`, method: 'POST', body: 'exactly this' },
  ...(id ? { id } : {}),
});
export const calculating = { name: 'calculator', arguments: { expression: '6*7' } };

export async function park(talker: Talker, more: object = {}): Promise<Parked> {
  const { status, body, text } = await talker.act<Parked>('POST', '/agent/chat', {
    agentId: talker.agentId,
    message: 'fetch it',
    ...more,
  });
  if (status !== 202) throw new Error(`It was not parked but answered ${status}: ${text}`);
  return body;
}

export const resolve = ({ act }: Acting, id: string, decision: string, reason?: string) =>
  act<Approval>('POST', `/approvals/${id}/resolve`, { decision, reason });

export const approvalsOf = async ({ act }: Acting, query = '') =>
  (await act<{ data: Approval[]; nextCursor: string | null }>('GET', `/approvals${query}`)).body;

/** The pending requests, once there are `count`. */
export async function pendingOf(talker: Acting, count: number): Promise<Approval[]> {
  const pending = async () => (await approvalsOf(talker, '?status=pending')).data;
  await expect.poll(async () => (await pending()).length, { timeout: patienceMs }).toBe(count);
  return pending();
}

export const jobOf = async ({ act }: Acting, runId: string): Promise<Job> =>
  (await act<Job>('GET', `/jobs/${runId}`)).body;

/** The run, once it has ended. */
export async function endOf(talker: Acting, runId: string): Promise<Job> {
  await expect
    .poll(async () => (await jobOf(talker, runId)).status, { timeout: patienceMs })
    .toMatch(/completed|failed|cancelled/);
  return jobOf(talker, runId);
}
