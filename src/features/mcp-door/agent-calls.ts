import { randomUUID } from 'node:crypto';
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import type { Caller } from '../../http/authentication.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Citation } from '../../kernel/parts.ts';
import type { Engine, FollowRun, JobService, Outcome, RunEvent } from '../runs/index.ts';
import { ownError, withoutClient } from '../runs/index.ts';

export type Asked = { requestId: string; tool: string; params: unknown; expiresAt: string };

export type CallResult = CallToolResult | InputRequiredResult;

/** One call of a tool, as the protocol's revision brings it. */
export type Call = {
  caller: Caller;
  trace: string | undefined;
  /** The client does not listen any more. */
  gone: AbortSignal;
  /** The client cancelled the call: the run ends. */
  cancelled: AbortSignal;
  progress(done: number, message: string): void;
};

/**
 * What becomes of a run that waits for a person: a result for the client, or undefined if the call goes on waiting, until
 * the run ends or `leave` is called with the result.
 */
export type OnAsked = (
  run: Started,
  asked: readonly Asked[],
  leave: (result: CallResult) => void,
) => Promise<CallResult | undefined>;

export type Started = { runId: string; sessionId: string; agentId: string };

type Deps = {
  engine: Pick<Engine, 'start' | 'outcome'>;
  jobs: Pick<JobService, 'own' | 'get' | 'cancel'>;
  followRun: FollowRun;
  untilStopped(): AbortSignal;
};

const said = (text: string): CallToolResult['content'][number] => ({ type: 'text', text });

export const failed = (message: string, code: string): CallToolResult => ({
  content: [said(`${message} (${code})`)],
  isError: true,
});

const namesOf = ({ runId, sessionId, agentId }: Started) => ({
  'agent-gateway/runId': runId,
  'agent-gateway/sessionId': sessionId,
  'agent-gateway/agentId': agentId,
});

/** For the model of the client, which can go on with the conversation. */
const howToGoOn = (sessionId: string): CallToolResult['content'][number] => ({
  type: 'text',
  text: `To go on with this conversation, send sessionId ${sessionId}.`,
  annotations: { audience: ['assistant'], priority: 0.1 },
});

/** Which documents the numbers in the answer mean. */
const sourcesOf = (citations: readonly Citation[]): CallToolResult['content'][number] =>
  said(
    `Sources:\n${citations
      .map(
        ({ number, title, page }, index) =>
          `[${number ?? index + 1}] ${title}${page === undefined ? '' : `, page ${page}`}`,
      )
      .join('\n')}`,
  );

function answerOf(found: Outcome, started: Started): CallToolResult {
  const outcome = withoutClient(found);
  const _meta = namesOf(started);
  if (outcome.kind === 'parked') return { ...failed('The run waits for an approval.', 'awaiting_approval'), _meta };
  const { content, error, status, stopReason, output, errors, citations } = outcome;
  if (error) {
    const { message, code } = ownError(error);
    return { ...failed(message, code), _meta };
  }
  if (status === 'cancelled') return { ...failed('The run was cancelled.', 'cancelled'), _meta };
  if (errors) return { ...failed(`The answer does not have its format: ${content}`, stopReason), _meta };
  const isObject = typeof output === 'object' && output !== null && !Array.isArray(output);
  return {
    content: [said(content), ...(citations ? [sourcesOf(citations)] : []), howToGoOn(outcome.sessionId)],
    ...(isObject && { structuredContent: output as Record<string, unknown> }),
    _meta: { ..._meta, ...(citations && { 'agent-gateway/citations': citations }) },
  };
}

const words: Partial<Record<RunEvent['type'], (fields: string) => string>> = {
  queued: () => 'Waits for its turn.',
  tool_call: (fields) => `Uses ${(JSON.parse(fields) as { tool: string }).tool}.`,
  stream_chunk: () => 'Writes the answer.',
  approval_required: () => 'Waits for an approval.',
};

function tell({ progress }: Call, batch: readonly RunEvent[]): void {
  const last = batch.findLast(({ type }) => words[type] !== undefined);
  if (last) progress(last.seq, words[last.type]?.(last.fields) ?? '');
}

/** Agents as tools. Each call is an ordinary run, in a session of its own unless it names one. */
export function createAgentCalls({ engine, jobs, followRun, untilStopped }: Deps) {
  /** Follows the run to its end. It may be on another node. */
  async function follow(call: Call, started: Started, after: number, onAsked: OnAsked): Promise<CallResult> {
    const { caller, gone, cancelled } = call;
    // It may have ended at this moment; then there is nothing to cancel.
    const cancel = () => void jobs.cancel(caller, started.runId).catch(() => undefined);
    if (cancelled.aborted) cancel();
    cancelled.addEventListener('abort', cancel);
    const left = new AbortController();
    const stopped = untilStopped();
    let parting: CallResult | undefined;
    const leave = (result: CallResult) => {
      parting = result;
      left.abort();
    };
    try {
      for await (const batch of followRun(started, after, AbortSignal.any([gone, left.signal, stopped])).batches()) {
        tell(call, batch);
        const asked = batch
          .filter(({ type }) => type === 'approval_required')
          .map(({ fields }) => JSON.parse(fields) as Asked);
        // The event is shown before it is stored; the outcome comes when a decision can be made.
        if (asked.length === 0 || (await engine.outcome(started.runId)).kind !== 'parked') continue;
        const result = await onAsked(started, asked, leave);
        if (result) return result;
      }
      gone.throwIfAborted();
      if (parting) return parting;
      if (stopped.aborted)
        return failed(`The gateway is stopping. What becomes of the run is at /jobs/${started.runId}.`, 'unavailable');
      return answerOf(await engine.outcome(started.runId), started);
    } finally {
      cancelled.removeEventListener('abort', cancel);
    }
  }

  return {
    async start(
      call: Call,
      agentId: string,
      { message, sessionId }: { message: string; sessionId?: string | undefined },
      onAsked: OnAsked,
    ) {
      const { caller, trace } = call;
      const started = await engine.start({
        caller,
        agentId,
        message,
        kind: 'mcp',
        streams: false,
        trace,
        ...(sessionId === undefined ? { surface: `mcp:${randomUUID()}` } : { sessionId }),
      });
      return follow(call, started, 0, onAsked);
    },

    /** Goes on with a run of the caller that waited, after `decide` has made the decisions. */
    async resume(call: Call, runId: string, decide: () => Promise<void>, onAsked: OnAsked) {
      const { caller } = call;
      const run = await jobs.own(caller, runId);
      if (run.kind !== 'mcp') throw new AppError('not_found', `Job ${runId} was not found.`);
      await decide();
      const started = { runId, sessionId: run.session_id, agentId: run.agent_id };
      const { approval } = await jobs.get(caller, runId);
      const result = approval ? await onAsked(started, [approval as Asked], () => undefined) : undefined;
      return result ?? follow(call, started, run.last_seq, onAsked);
    },
  };
}

export type AgentCalls = ReturnType<typeof createAgentCalls>;
