import type { Job, Message, RunFrame } from '@client/api.ts';

export type ToolPart = {
  kind: 'tool';
  id: string;
  tool: string;
  params: unknown;
  result?: unknown;
  isError?: boolean;
  durationMs?: number;
  done: boolean;
};
export type ApprovalPart = {
  kind: 'approval';
  requestId: string;
  tool: string;
  params: unknown;
  expiresAt: string;
  decision?: 'approve' | 'deny';
};
type Part = { kind: 'text'; text: string } | ToolPart | ApprovalPart;

export type Turn = {
  key: string;
  runId: string | undefined;
  /** The agent that answered, if known. */
  agentId?: string;
  /** The question; undefined for a message of the system. */
  question: string | undefined;
  remark?: string;
  /** The agent has changed since the previous turn. */
  agentChanged?: boolean;
  parts: Part[];
  state: 'sending' | 'queued' | 'running' | 'waiting' | 'lost' | 'done' | 'failed';
  totals?: {
    promptTokens: number;
    completionTokens: number;
    costUsd: number;
    durationMs: number;
    stopReason: string | null;
  };
  error?: string;
};

export const newTurn = (key: string, question: string): Turn => ({
  key,
  runId: undefined,
  question,
  parts: [],
  state: 'sending',
});

function withText(parts: Part[], delta: string): Part[] {
  const last = parts.at(-1);
  if (last?.kind !== 'text') return [...parts, { kind: 'text', text: delta }];
  return [...parts.slice(0, -1), { kind: 'text', text: last.text + delta }];
}

/** Applies one event of the run to the turn. */
export function after(turn: Turn, frame: RunFrame): Turn {
  const next: Turn = { ...turn, runId: frame.runId, agentId: frame.agentId };
  switch (frame.type) {
    case 'session_resolved':
      return { ...next, state: 'running', ...(frame.agentChanged && { agentChanged: true }) };
    case 'queued':
      return { ...next, state: 'queued' };
    case 'stream_chunk':
      return { ...next, state: 'running', parts: withText(turn.parts, frame.delta) };
    case 'tool_call':
      return {
        ...next,
        state: 'running',
        parts: [
          ...turn.parts,
          { kind: 'tool', id: frame.toolCallId, tool: frame.tool, params: frame.params, done: false },
        ],
      };
    case 'tool_result': {
      const { result, isError, durationMs } = frame;
      const parts = turn.parts.map((part) =>
        part.kind === 'tool' && part.id === frame.toolCallId
          ? { ...part, result, isError, durationMs, done: true }
          : part,
      );
      return { ...next, state: 'running', parts };
    }
    case 'approval_required': {
      const { requestId, tool, params, expiresAt } = frame;
      return {
        ...next,
        state: 'waiting',
        parts: [...turn.parts, { kind: 'approval', requestId, tool, params, expiresAt }],
      };
    }
    case 'approval_resolved': {
      const parts = turn.parts.map((part) =>
        part.kind === 'approval' && part.requestId === frame.requestId ? { ...part, decision: frame.decision } : part,
      );
      return { ...next, state: 'running', parts };
    }
    case 'stream_done': {
      const { costUsd, durationMs, stopReason } = frame;
      const hasText = turn.parts.some(({ kind }) => kind === 'text');
      const parts = hasText || !frame.content ? turn.parts : withText(turn.parts, frame.content);
      return { ...next, state: 'done', parts, totals: { ...frame.usage, costUsd, durationMs, stopReason } };
    }
    case 'error':
      return { ...next, state: 'failed', error: frame.message };
    default:
      return next;
  }
}

const totalsOf = ({ usage, costUsd, durationMs, stopReason }: Job) => ({ ...usage, costUsd, durationMs, stopReason });

function remarkOf({ content, meta }: Message, nameOf: (agentId: string) => string): string {
  if (meta?.kind !== 'handoff') return content;
  const reason = typeof meta.reason === 'string' && meta.reason ? `: ${meta.reason}` : '';
  return `Handed over from ${nameOf(String(meta.fromAgentId))} to ${nameOf(String(meta.toAgentId))}${reason}`;
}

const toolResult = (content: string): unknown => {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
};

/** Builds the turns of a stored conversation. */
export function turnsOf(messages: Message[], jobs: Job[], nameOf: (agentId: string) => string): Turn[] {
  const turns: Turn[] = [];
  const byRun = new Map(jobs.map((job) => [job.runId, job]));
  const current = (message: Message): Turn => {
    const last = turns.at(-1);
    if (last && last.remark === undefined) return last;
    const turn: Turn = {
      key: message.id,
      runId: message.runId ?? undefined,
      question: undefined,
      parts: [],
      state: 'done',
    };
    turns.push(turn);
    return turn;
  };
  for (const message of messages) {
    if (message.role === 'system') {
      turns.push({
        key: message.id,
        runId: undefined,
        question: undefined,
        remark: remarkOf(message, nameOf),
        parts: [],
        state: 'done',
      });
    } else if (message.role === 'user') {
      turns.push({
        key: message.id,
        runId: message.runId ?? undefined,
        question: message.content,
        parts: [],
        state: 'done',
      });
    } else if (message.role === 'assistant') {
      const turn = current(message);
      const { parts } = turn;
      turn.agentId = message.agentId;
      if (message.content) parts.push({ kind: 'text', text: message.content });
      for (const { id, tool, params } of message.toolCalls ?? [])
        parts.push({ kind: 'tool', id, tool, params, done: false });
    } else {
      const answered = message.toolCalls?.[0]?.id;
      for (const part of current(message).parts)
        if (part.kind === 'tool' && part.id === answered)
          Object.assign(part, {
            result: toolResult(message.content),
            isError: message.meta?.isError === true,
            done: true,
          });
    }
  }
  for (const turn of turns) {
    const job = turn.runId ? byRun.get(turn.runId) : undefined;
    if (!job) continue;
    turn.totals = totalsOf(job);
    if (job.error) Object.assign(turn, { state: 'failed', error: job.error.message });
  }
  return turns;
}
