import type { AppError } from '../../../kernel/errors.ts';
import type { Admission } from '../../agents/index.ts';
import type { RunLog } from '../log/run-log.ts';
import type { RunClaim } from '../run.store.ts';
import type { RunError, RunKind, StopReason } from '../run.ts';
import type { DoneToolCall, Progress } from './progress.ts';
import type { Tree } from './turn-tree.ts';

export type PendingApproval = { requestId: string; tool: string; params: unknown; expiresAt: string };

/** The run that a turn works on. */
type TurnRun = Readonly<{
  id: string;
  workspaceId: string;
  userId: string;
  sessionId: string;
  kind: RunKind;
  depth: number;
  /** The tree of a spawned run, with the limits it inherits. */
  tree: Tree | null;
  /** What the person said. */
  input: string;
  parentRunId: string | null;
  batchId: string | null;
  /** Another version of the agent answered the run before. */
  agentChanged: boolean;
  pin: string | null;
  /** The personal key it was started with. */
  keyId: string | null;
  createdAt: number;
  beganAt: number | null;
}>;

/** The work on a run at this node: facts that do not change, and its progress. */
export type Turn = Readonly<{
  run: TurnRun;
  /** Caller, agent and model as they were when the turn began. */
  admission: Readonly<Admission>;
  claim: Readonly<RunClaim>;
  log: RunLog;
  abort: AbortController;
  streams: boolean;
  startedAt: number;
  /** The wall-clock time of `startedAt`. */
  takenUpAt: number;
  /** Working time of the run's earlier turns. */
  earlierMs: number;
  progress: Progress;
  /** Stores the events if many are not stored yet. The model waits for the promise, if there is one. */
  flush(): Promise<void> | undefined;
  /** The database cannot store its end for the time being. */
  delayed(cause: AppError): void;
}>;
/** What other features see of a turn. */
export type TurnFacts = Pick<Turn, 'run' | 'admission'>;

export type Ended = {
  kind: 'ended';
  runId: string;
  sessionId: string;
  agentId: string;
  /** Only if the agent was changed since the session's last run. */
  agentChanged?: true;
  agentVersion?: number;
  status: 'completed' | 'failed' | 'cancelled';
  stopReason: StopReason;
  messageId: string | null;
  /** Empty if it was streamed and is too long to be kept in memory; the store has it. */
  content: string;
  toolCalls: DoneToolCall[];
  usage: { promptTokens: number; completionTokens: number };
  costUsd: number;
  durationMs: number;
  error: RunError | null;
};
type Parked = { kind: 'parked'; runId: string; sessionId: string; approval: PendingApproval };
export type Outcome = Ended | Parked;

export const elapsedMs = ({ startedAt, earlierMs }: Pick<Turn, 'startedAt' | 'earlierMs'>): number =>
  Math.round(performance.now() - startedAt + earlierMs);
