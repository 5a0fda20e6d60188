export type RunStatus = 'queued' | 'running' | 'awaiting_approval' | 'completed' | 'failed' | 'cancelled';
export type StopReason = 'end_turn' | 'max_steps' | 'max_tokens' | 'cancelled' | 'timeout' | 'error';

/** What started a run. No client waits for a background run: another node begins it again when its node dies. */
export const backgroundKinds = ['autonomous', 'batch', 'heartbeat', 'cron', 'swarm'] as const;
export const runKinds = ['chat', 'stream', 'websocket', 'channel', 'spawn', 'inference', ...backgroundKinds] as const;
export type RunKind = (typeof runKinds)[number];
export const isBackground = (kind: RunKind): boolean => (backgroundKinds as readonly string[]).includes(kind);
/** Runs whose message the person wrote. Others begin with text of a feed, a schedule, an operator or an agent. */
export const spokenKinds = [
  'chat',
  'stream',
  'websocket',
  'channel',
  'inference',
] as const satisfies readonly RunKind[];
/** Runs whose input is text from outside. */
export const kindsFromOutside: readonly RunKind[] = ['heartbeat'];
/** Runs that go on when their node dies. A channel's sender was told that the message is accepted. */
export const goesOn = (kind: RunKind): boolean => isBackground(kind) || kind === 'channel';
/** A run that was under way when this many nodes died may be the cause. */
const mostLost = 2;
export const mayBeginAgain = ({ kind, lost }: { kind: RunKind; lost: number }): boolean =>
  goesOn(kind) && lost < mostLost;

const endedStatuses: readonly RunStatus[] = ['completed', 'failed', 'cancelled'];
export const hasEnded = (status: RunStatus): boolean => endedStatuses.includes(status);

export type RunError = {
  code: string;
  message: string;
  status: number;
  retryable: boolean;
  retryAfterSeconds?: number;
  /** The provider's own status and code. */
  upstream?: { status: number; code: string | null };
  /** The message with the provider's own text; only if the run's user manages the workspace. */
  verbatim?: string;
};

/** The error as the run's own user sees it; others see `message`. */
export const ownError = ({ verbatim, ...error }: RunError): RunError => ({
  ...error,
  message: verbatim ?? error.message,
});

/** An ended run, for other features. */
export type RunEnded = {
  runId: string;
  kind: RunKind;
  batchId: string | null;
  status: RunStatus;
  error: RunError | null;
};

export type RunRow = {
  id: string;
  workspace_id: string;
  user_id: string;
  session_id: string;
  agent_id: string;
  kind: RunKind;
  status: RunStatus;
  turn: number;
  input: string;
  metadata: string | null;
  parent_run_id: string | null;
  batch_id: string | null;
  depth: number;
  /** Of a spawned run: the root of its tree, and what it inherits from the runs above (tree.ts), as JSON. */
  root_run_id: string | null;
  inherited: string | null;
  /** How often a node began it. */
  attempts: number;
  /** How often its node died. */
  lost: number;
  claim: string | null;
  node: string | null;
  lease_until: number | null;
  /** What a deferred run waits for: `turn` is the session queue, `room` a place on a node. */
  waits_for: 'turn' | 'room' | null;
  cancel_requested: number;
  active_ms: number;
  steps: number;
  last_seq: number;
  message_id: string | null;
  content: string | null;
  stop_reason: StopReason | null;
  error: string | null;
  prompt_tokens: number;
  cached_tokens: number;
  completion_tokens: number;
  cost_nano: number;
  tool_calls: number;
  trace: string | null;
  /** The id of the request that started it. */
  request_id: string | null;
  /** Null if the session was handed to another agent while the run waited: then the present version of that agent. */
  agent_version: number | null;
  /** Another version of the agent answered the run before in this session. */
  agent_changed: number;
  /** The accepted agent version, for this run and the runs it starts; null for a run that a person watches. */
  pin: string | null;
  /** The personal key it was started with, or that a run above it was. */
  personal_key_id: string | null;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
};

export type ToolCallRow = {
  run_id: string;
  id: string;
  step: number;
  position: number;
  tool: string;
  params: string;
  status: 'waiting' | 'started' | 'done';
  result: string | null;
  is_error: number | null;
  duration_ms: number | null;
};
