import type { FieldError } from '../../../http/errors/field-errors.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Citation, Part } from '../../../kernel/parts.ts';
import type { Admission } from '../../agents/index.ts';
import type { Again } from '../again/again.ts';
import type { ClientWait } from '../client-tools/client-tool.ts';
import type { Tree } from '../engine/turn-tree.ts';
import type { RunLog } from '../log/run-log.ts';
import type { RunClaim } from '../run.store.ts';
import type { AskedFor, RunError, RunKind, ShownUsage, StopReason } from '../run.ts';
import type { DoneToolCall, Progress } from './progress.ts';

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
  askedFor: AskedFor | null;
  /** Of a run that answers again. */
  again: Again | null;
  /** What the message holds besides text. */
  parts: readonly Part[] | undefined;
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
  /** The answer of a run with a format, or what is wrong with it. */
  output?: unknown;
  errors?: FieldError[];
  /** The passages that it was given from. */
  citations?: readonly Citation[];
  toolCalls: DoneToolCall[];
  usage: ShownUsage;
  costUsd: number;
  durationMs: number;
  /** Who gave the last answer: `connection/model`. */
  model: string | null;
  /** It was kept from an earlier run. */
  cached?: true;
  error: RunError | null;
};
/** What a run is parked for: a person's approval, results of its client's tools, or both. */
export type ParkedFor = { approval: PendingApproval | undefined; client: ClientWait | undefined };
type Parked = { kind: 'parked'; runId: string; sessionId: string; approval: PendingApproval };
/** It may wait for an approval too. */
type AwaitingClient = {
  kind: 'awaiting_client';
  runId: string;
  sessionId: string;
  client: ClientWait;
  approval: PendingApproval | null;
};
export type Outcome = Ended | Parked | AwaitingClient;

/** For doors whose clients bring no tools. */
export function withoutClient(outcome: Outcome): Ended | Parked {
  if (outcome.kind !== 'awaiting_client') return outcome;
  const { runId, sessionId } = outcome;
  throw new AppError('conflict', 'The run waits for a tool of its client.', { extra: { runId, sessionId } });
}

/** Undefined if the run waits for nothing. */
export function parkedOutcome(
  { id, session_id: sessionId }: { id: string; session_id: string },
  { approval, client }: ParkedFor,
): Parked | AwaitingClient | undefined {
  const run = { runId: id, sessionId };
  if (client) return { kind: 'awaiting_client', ...run, client, approval: approval ?? null };
  return approval && { kind: 'parked', ...run, approval };
}

export const elapsedMs = ({ startedAt, earlierMs }: Pick<Turn, 'startedAt' | 'earlierMs'>): number =>
  Math.round(performance.now() - startedAt + earlierMs);
