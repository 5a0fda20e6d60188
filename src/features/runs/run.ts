import type { FieldError } from '../../http/errors/field-errors.ts';
import type { ReasoningLevel } from '../../platform/models/model.ts';
import type { ResponseFormat } from '../agents/index.ts';
import type { ClientTool } from './client-tools/client-tool.schema.ts';

/** As it is stored: every parked run is `awaiting_approval`. */
export type RunStatus = 'queued' | 'running' | 'awaiting_approval' | 'completed' | 'failed' | 'cancelled';
export const shownStatuses = [
  'queued',
  'running',
  'awaiting_approval',
  'awaiting_client_tool',
  'completed',
  'failed',
  'cancelled',
] as const;
export type ShownStatus = (typeof shownStatuses)[number];
/** As clients see it. */
export const shownStatus = ({
  status,
  awaits_client,
}: Pick<RunRow, 'status'> & { awaits_client?: number }): ShownStatus =>
  status === 'awaiting_approval' && awaits_client === 1 ? 'awaiting_client_tool' : status;
/** A run that waits for its client is stored as a parked one. */
export const statusFilter = (status: ShownStatus | undefined) => {
  if (status === 'awaiting_client_tool') return { status: 'awaiting_approval', awaits_client: 1 };
  return status === 'awaiting_approval' ? { status, awaits_client: 0 } : { status };
};
/** `invalid_output`: the answer does not have the format that was asked for, also after a second try. */
export const stopReasons = [
  'end_turn',
  'max_steps',
  'max_tokens',
  'invalid_output',
  'cancelled',
  'timeout',
  'error',
] as const;
export type StopReason = (typeof stopReasons)[number];

/** `structured` of a run whose answer has the format that was asked for: `content` is its JSON. */
export const validOutput = 'valid';

/** What a request may ask for beside its message. It goes before what the agent says. */
export type AskedFor = {
  responseFormat?: ResponseFormat | undefined;
  reasoning?: ReasoningLevel | undefined;
  /** With `reasoning_chunk` events. */
  showReasoning?: boolean | undefined;
  /** Tools that the client brings and runs. */
  clientTools?: readonly ClientTool[] | undefined;
};
/** As it is stored; null for a plain request. */
export const askedForIn = ({ responseFormat, reasoning, showReasoning, clientTools }: AskedFor): string | null =>
  responseFormat || reasoning || showReasoning || clientTools
    ? JSON.stringify({ responseFormat, reasoning, showReasoning, clientTools })
    : null;

/** `cached` and `reasoning` are parts of the others; they are shown where there are some. */
export const shownUsage = (tokens: { prompt: number; cached: number; completion: number; reasoning: number }) => ({
  promptTokens: tokens.prompt + tokens.cached,
  completionTokens: tokens.completion,
  ...(tokens.cached > 0 && { cachedTokens: tokens.cached }),
  ...(tokens.reasoning > 0 && { reasoningTokens: tokens.reasoning }),
});
export type ShownUsage = ReturnType<typeof shownUsage>;
type CountedRow = Pick<RunRow, 'prompt_tokens' | 'cached_tokens' | 'completion_tokens' | 'reasoning_tokens'>;
export const usageOfRow = (run: CountedRow): ShownUsage =>
  shownUsage({
    prompt: run.prompt_tokens,
    cached: run.cached_tokens,
    completion: run.completion_tokens,
    reasoning: run.reasoning_tokens,
  });

/** What started a run. No client waits for a background run: another node begins it again when its node dies. */
export const backgroundKinds = ['autonomous', 'batch', 'heartbeat', 'cron', 'swarm'] as const;
export const runKinds = [
  'chat',
  'stream',
  'websocket',
  'channel',
  'spawn',
  'inference',
  'mcp',
  'ui',
  'a2a',
  'ag-ui',
  ...backgroundKinds,
] as const;
export type RunKind = (typeof runKinds)[number];
export const isBackground = (kind: RunKind): boolean => (backgroundKinds as readonly string[]).includes(kind);
/**
 * Runs whose message the person wrote. Others begin with text of a feed, a schedule, an operator, an agent (also one that
 * speaks A2A), or the model of an MCP client.
 */
export const spokenKinds = [
  'chat',
  'stream',
  'websocket',
  'channel',
  'inference',
  'ui',
  'ag-ui',
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

/** The answer of a run with a format, or what is wrong with it, from its row. */
export function outputOf({ structured }: Pick<RunRow, 'structured'>, content: string | null) {
  if (structured === null) return {};
  if (structured !== validOutput) return { errors: JSON.parse(structured) as FieldError[] };
  return content === null ? {} : { output: JSON.parse(content) as unknown };
}

/** Who gave the run's last answer, from its row. */
export const answererOf = ({ model, cached }: Pick<RunRow, 'model' | 'cached'>) => ({
  model,
  ...(cached === 1 && { cached: true as const }),
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
  /** What the message holds besides text (kernel/parts.ts), as JSON. */
  parts: string | null;
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
  /** 1 if it is parked for results of its client's tools only. */
  awaits_client: number;
  cancel_requested: number;
  active_ms: number;
  steps: number;
  last_seq: number;
  message_id: string | null;
  content: string | null;
  /** What the request asked for (`AskedFor`), as JSON. */
  asked_for: string | null;
  /** Of a run that answers again (again/again.ts), as JSON. */
  again: string | null;
  /** Of an answer with a format: 'valid', or its errors as JSON. */
  structured: string | null;
  stop_reason: StopReason | null;
  /** Who gave its last answer: `connection/model`. */
  model: string | null;
  /** 1 if that answer was kept from an earlier run. */
  cached: number;
  error: string | null;
  prompt_tokens: number;
  cached_tokens: number;
  completion_tokens: number;
  /** Of the completion tokens. */
  reasoning_tokens: number;
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
