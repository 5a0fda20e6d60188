import type { Approval, Citation, Job, Message, RunFrame, StreamDoneFrame } from '@client/api.ts';
import { filesIn, type HeldFile, imagesInResult } from '../files/held-file.ts';

export type ToolPart = {
  kind: 'tool';
  id: string;
  tool: string;
  params: unknown;
  result?: unknown;
  isError?: boolean;
  durationMs?: number;
  done: boolean;
  /** Images in the result. */
  images?: HeldFile[];
};
type ApprovalPart = {
  kind: 'approval';
  requestId: string;
  tool: string;
  params: unknown;
  expiresAt: string;
  decision?: 'approve' | 'deny';
};
/** The model's reasoning, while it is told. */
type ThinkingPart = { kind: 'thinking'; text: string };
type Part = ThinkingPart | { kind: 'text'; text: string } | { kind: 'json'; value: unknown } | ToolPart | ApprovalPart;

/** All answers to a question, or all questions in its place, and which of them is shown. */
export type Siblings = { ids: string[]; index: number };

export type Turn = {
  key: string;
  runId: string | undefined;
  /** The agent that answered, if known. */
  agentId?: string;
  /** The question; undefined for a message of the system. */
  question: string | undefined;
  questionId?: string;
  questions?: Siblings;
  answerId?: string;
  answers?: Siblings;
  /** What the question holds besides text. */
  files?: HeldFile[];
  /** Passages of documents that the answer is from. */
  citations?: Citation[];
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
    /** Who answered, as connection/model. */
    model: string | null;
    /** The answer is kept from an earlier run. */
    cached?: boolean;
  };
  error?: string;
  /** What is wrong with an answer that does not fit its schema. */
  mistakes?: StreamDoneFrame['errors'];
};

export const newTurn = (key: string, question: string, files: HeldFile[] = []): Turn => ({
  key,
  runId: undefined,
  question,
  files,
  parts: [],
  state: 'sending',
});

function withText(parts: Part[], delta: string, kind: 'text' | 'thinking' = 'text'): Part[] {
  const last = parts.at(-1);
  if (last?.kind !== kind) return [...parts, { kind, text: delta }];
  return [...parts.slice(0, -1), { kind, text: last.text + delta }];
}

/** The answer of a run with a format is its JSON; the text of it stands before in the stream. */
function withOutput(parts: Part[], output: unknown): Part[] {
  const texts = parts.at(-1)?.kind === 'text' ? parts.slice(0, -1) : parts;
  return [...texts, { kind: 'json', value: output }];
}

/** Structured answers are stored as text, and are always objects. */
function storedAnswer(content: string): Part {
  if (content.startsWith('{') && content.endsWith('}')) {
    const value = parsed(content);
    if (typeof value === 'object') return { kind: 'json', value };
  }
  return { kind: 'text', text: content };
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
    case 'reasoning_chunk':
      return { ...next, state: 'running', parts: withText(turn.parts, frame.delta, 'thinking') };
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
          ? { ...part, result, isError, durationMs, done: true, images: imagesInResult(result) }
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
      const { costUsd, durationMs, stopReason, model, cached, output, errors, citations } = frame;
      const hasText = turn.parts.some(({ kind }) => kind === 'text');
      const said = hasText || !frame.content ? turn.parts : withText(turn.parts, frame.content);
      const parts = output === undefined ? said : withOutput(said, output);
      const totals = { ...frame.usage, costUsd, durationMs, stopReason, model, ...(cached && { cached }) };
      return {
        ...next,
        state: 'done',
        parts,
        totals,
        ...(errors && { mistakes: errors }),
        ...(citations && { citations }),
      };
    }
    case 'error':
      return { ...next, state: 'failed', error: frame.message };
    default:
      return next;
  }
}

const totalsOf = ({ usage, costUsd, durationMs, stopReason, model, cached }: Job) => ({
  ...usage,
  costUsd,
  durationMs,
  stopReason,
  model,
  ...(cached && { cached }),
});

function remarkOf({ content, meta }: Message, nameOf: (agentId: string) => string): string {
  if (meta?.kind !== 'handoff') return content;
  const reason = typeof meta.reason === 'string' && meta.reason ? `: ${meta.reason}` : '';
  return `Handed over from ${nameOf(String(meta.fromAgentId))} to ${nameOf(String(meta.toAgentId))}${reason}`;
}

const siblingsOf = ({ siblings, siblingIndex = 0 }: Message): Siblings | undefined =>
  siblings && siblings.length > 1 ? { ids: siblings, index: siblingIndex } : undefined;

/** The ids of a message that is stored now, and the others in its place. */
function known(turn: Turn, message: Message): void {
  const siblings = siblingsOf(message);
  if (message.role === 'user') Object.assign(turn, { questionId: message.id, questions: siblings });
  else Object.assign(turn, { answerId: message.id, answers: siblings });
}

/** A turn that has ended, with what the stored conversation says of it. */
export function annotated(turn: Turn, messages: Message[]): Turn {
  const next = { ...turn };
  const answer = messages.findLast(({ role, runId }) => role === 'assistant' && runId === turn.runId);
  const before = messages.filter(({ role, seq }) => role === 'user' && (!answer || seq < answer.seq));
  const question = answer ? before.at(-1) : before.findLast(({ runId }) => runId === turn.runId);
  for (const message of [question, answer]) if (message) known(next, message);
  return next;
}

/** Text that is not JSON is the value itself. */
function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

const openStates: Partial<Record<Job['status'], Turn['state']>> = {
  queued: 'queued',
  running: 'running',
  awaiting_approval: 'waiting',
  awaiting_client_tool: 'waiting',
};

/** A run that has not ended: it has no totals yet. */
export const isOpen = ({ status }: Pick<Job, 'status'>) => openStates[status] !== undefined;

/** Builds the turns of a stored conversation, with the approvals that they wait for. */
export function turnsOf(
  messages: Message[],
  jobs: Job[],
  nameOf: (agentId: string) => string,
  pending: Approval[] = [],
): Turn[] {
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
        files: filesIn(message.parts),
        parts: [],
        state: 'done',
      });
      known(current(message), message);
    } else if (message.role === 'assistant') {
      const turn = current(message);
      const { parts } = turn;
      turn.agentId = message.agentId;
      // A question that was answered again has the run of its first answer.
      turn.runId = message.runId ?? turn.runId;
      known(turn, message);
      if (message.citations) turn.citations = message.citations;
      if (message.content) parts.push(storedAnswer(message.content));
      for (const { id, tool, params } of message.toolCalls ?? [])
        parts.push({ kind: 'tool', id, tool, params, done: false });
    } else {
      const answered = message.toolCalls?.[0]?.id;
      for (const part of current(message).parts)
        if (part.kind === 'tool' && part.id === answered)
          Object.assign(part, {
            result: parsed(message.content),
            images: filesIn(message.parts),
            isError: message.meta?.isError === true,
            done: true,
          });
    }
  }
  for (const turn of turns) {
    const job = turn.runId ? byRun.get(turn.runId) : undefined;
    if (!job) continue;
    const state = openStates[job.status];
    if (state) {
      turn.state = state;
      for (const { id: requestId, runId, tool, params, expiresAt } of pending)
        if (runId === turn.runId) turn.parts.push({ kind: 'approval', requestId, tool, params, expiresAt });
      continue;
    }
    turn.totals = totalsOf(job);
    if (job.error) Object.assign(turn, { state: 'failed', error: job.error.message });
  }
  return turns;
}
