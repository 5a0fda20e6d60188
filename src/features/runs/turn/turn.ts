import type { Admission } from '../../agents/index.ts';
import type { Charge } from '../../costs/index.ts';
import type { RunLog } from '../log/run-log.ts';
import type { RunClaim } from '../run.store.ts';
import type { RunError, RunKind, StopReason } from '../run.ts';
import type { AnswerText } from './answer-text.ts';
import type { TraceEntry } from './trace-entry.ts';
import type { Tree } from './turn-tree.ts';

export type DoneToolCall = {
  id: string;
  tool: string;
  params: unknown;
  result: unknown;
  isError: boolean;
  durationMs: number;
};
export type PendingApproval = { requestId: string; tool: string; params: unknown; expiresAt: string };

/** A run in the hands of this node. */
export type Turn = {
  run: {
    id: string;
    workspaceId: string;
    userId: string;
    sessionId: string;
    kind: RunKind;
    depth: number;
    /** Of a spawned run: whose tree it is in, and what holds there. */
    tree: Tree | null;
    /** What the person said. */
    input: string;
    parentRunId: string | null;
    batchId: string | null;
    /** Another version answered the turn before. */
    agentChanged: boolean;
    pin: string | null;
    createdAt: number;
    beganAt: number | null;
  };
  admission: Admission;
  claim: RunClaim;
  log: RunLog;
  abort: AbortController;
  streams: boolean;
  summary: string | null;
  summarySeq: number;
  startedAt: number;
  /** From before it was last parked. */
  earlierMs: number;
  steps: number;
  totals: { prompt: number; cached: number; completion: number; costNano: number };
  /** Paid for, and not yet in the ledger. */
  charges: Charge[];
  /** Messages that are stored and in no sum yet: they go with the next charge. */
  uncounted: number;
  toolCalls: DoneToolCall[];
  children: number;
  /** When the run came into the hands of this node: the time of day that belongs to `startedAt`. */
  takenUpAt: number;
  spans: TraceEntry[];
  earlierTrace: string | null;
  text: AnswerText;
  /** Stores what was shown, when it has become much; a promise means that the model should wait for it. */
  flush(): Promise<void> | undefined;
};

export type Ended = {
  kind: 'ended';
  runId: string;
  sessionId: string;
  agentId: string;
  /** Only where the agent was changed since the session's turn before. */
  agentChanged?: true;
  agentVersion?: number;
  status: 'completed' | 'failed' | 'cancelled';
  stopReason: StopReason;
  messageId: string | null;
  /** Empty where it was streamed and is too long to be carried around: the store has it. */
  content: string;
  toolCalls: DoneToolCall[];
  usage: { promptTokens: number; completionTokens: number };
  costUsd: number;
  durationMs: number;
  error: RunError | null;
};
type Parked = { kind: 'parked'; runId: string; sessionId: string; approval: PendingApproval };
export type Outcome = Ended | Parked;

export const elapsedMs = ({ startedAt, earlierMs }: Turn): number =>
  Math.round(performance.now() - startedAt + earlierMs);
