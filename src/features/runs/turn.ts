import type { Admission } from '../agents/index.ts';
import type { AnswerText } from './answer-text.ts';
import type { Charge } from './ledger.ts';
import type { Fence } from './run.store.ts';
import type { RunError, RunKind, StopReason } from './run.ts';
import type { RunLog } from './run-log.ts';

type Span = { name: string; startedAt: number; durationMs: number; attributes?: Record<string, unknown> };
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
  run: { id: string; workspaceId: string; userId: string; sessionId: string; kind: RunKind; depth: number };
  admission: Admission;
  fence: Fence;
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
  toolCalls: DoneToolCall[];
  children: number;
  spans: Span[];
  text: AnswerText;
  /** Stores what was shown, when it has become much; a promise means that the model should wait for it. */
  flush(): Promise<void> | undefined;
};

/** Why a turn was told to stop. */
export class Stopped extends Error {
  readonly reason: 'cancelled' | 'timeout' | 'lost' | 'shutdown';

  constructor(reason: Stopped['reason']) {
    super(reason);
    this.reason = reason;
  }
}

export type Ended = {
  kind: 'ended';
  runId: string;
  sessionId: string;
  agentId: string;
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

export async function traced<Result>(
  turn: Turn,
  name: string,
  work: () => Promise<Result>,
  describe?: (result: Result) => Record<string, unknown>,
): Promise<Result> {
  const startedAt = performance.now();
  const finish = (attributes?: Record<string, unknown>) =>
    turn.spans.push({
      name,
      startedAt: Math.round((startedAt - turn.startedAt) * 100) / 100,
      durationMs: Math.round((performance.now() - startedAt) * 100) / 100,
      ...(attributes ? { attributes } : {}),
    });
  try {
    const result = await work();
    finish(describe?.(result));
    return result;
  } catch (error) {
    finish({ error: (error as Error).message.slice(0, 200) });
    throw error;
  }
}
