import type { JobDetails } from '../runs/index.ts';

/** A run as a task of A2A: its id is the run's, its context the session. */
export type Task = Record<string, unknown> & { id: string; contextId: string };

type Named = { runId: string; sessionId: string };

const states: Record<JobDetails['status'], string> = {
  queued: 'TASK_STATE_SUBMITTED',
  running: 'TASK_STATE_WORKING',
  awaiting_approval: 'TASK_STATE_AUTH_REQUIRED',
  awaiting_client_tool: 'TASK_STATE_INPUT_REQUIRED',
  completed: 'TASK_STATE_COMPLETED',
  failed: 'TASK_STATE_FAILED',
  cancelled: 'TASK_STATE_CANCELED',
};

const message = ({ runId, sessionId }: Named, role: 'ROLE_USER' | 'ROLE_AGENT', text: string) => ({
  messageId: `${runId}-${role === 'ROLE_USER' ? 'question' : 'status'}`,
  contextId: sessionId,
  taskId: runId,
  role,
  parts: [{ text }],
});

export function statusOf(named: Named, status: JobDetails['status'], text?: string, at?: string | null) {
  return {
    state: states[status],
    ...(text !== undefined && { message: message(named, 'ROLE_AGENT', text) }),
    timestamp: at ?? new Date().toISOString(),
  };
}

export const whatToApprove = (tool: string, requestId: string): string =>
  `A person must approve the use of ${tool} (approval ${requestId}), in the console or by POST /approvals/${requestId}/resolve.`;

const isGiven = (output: unknown) => output !== undefined && output !== null;

export const answerArtifact = (text: string) => ({ artifactId: 'answer', parts: [{ text, mediaType: 'text/plain' }] });
export const outputArtifact = (output: unknown) => ({
  artifactId: 'output',
  parts: [{ data: output, mediaType: 'application/json' }],
});

function wordsOn({ status, error, approval }: JobDetails): string | undefined {
  if (error) return `${error.message} (${error.code})`;
  return status === 'awaiting_approval' && approval ? whatToApprove(approval.tool, approval.requestId) : undefined;
}

/** `historyLength`: 0 leaves the question out. */
export function taskOf(job: JobDetails, historyLength: number | undefined): Task {
  const { id: runId, sessionId, content, output, errors, citations } = job;
  const named = { runId, sessionId };
  const artifacts = [
    ...(content ? [answerArtifact(content)] : []),
    ...(isGiven(output) && !errors ? [outputArtifact(output)] : []),
  ];
  return {
    id: runId,
    contextId: sessionId,
    status: statusOf(named, job.status, wordsOn(job), job.finishedAt ?? job.startedAt ?? job.createdAt),
    ...(artifacts.length > 0 && { artifacts }),
    ...(citations && { metadata: { citations } }),
    ...(historyLength !== 0 && { history: [message(named, 'ROLE_USER', job.message)] }),
  };
}
