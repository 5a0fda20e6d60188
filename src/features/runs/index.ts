export type { Regenerate } from './again/regenerate.service.ts';
export type { ClientTool } from './client-tools/client-tool.schema.ts';
export type { ClientWait } from './client-tools/client-tool.ts';
export type { Brought, ClientResult, ClientTools } from './client-tools/client-tools.service.ts';
export { sawOutside } from './context/provenance.ts';
export { createRuns } from './create-runs.ts';
export { createAgentHealth } from './doors/agent-health.ts';
export { chatRoutes } from './doors/chat.routes.ts';
export type { ChatReply, ChatService } from './doors/chat.service.ts';
export type { FollowRun } from './doors/follow-run.ts';
export { jobRoutes } from './doors/jobs.routes.ts';
export type { JobService } from './doors/jobs.service.ts';
export { type InputPart, InputParts, MessageInput } from './doors/message.schema.ts';
export type { MessageReader, ReadMessage, Said } from './doors/message-reader.ts';
export {
  AwaitingApproval,
  ChatAnswer,
  ChatRequest,
  type JobDetails,
  outputFields,
  StopReason,
} from './doors/runs.schema.ts';
export { createSocketDoor } from './doors/socket-door.ts';
export type { Protocol, StreamRun } from './doors/stream-run.ts';
export type { StartRequest } from './engine/arrival.ts';
export type { Background } from './engine/background.ts';
export type { Engine } from './engine/engine.ts';
export { holdBack } from './engine/held-back.ts';
export { type ParkedRuns, parkedRuns } from './engine/parked-runs.store.ts';
export { createRunCounts } from './engine/run-metrics.ts';
export type { RunEvent, RunIdentity } from './log/run-events.ts';
export {
  outputOf,
  ownError,
  type RunEnded,
  type RunError,
  type RunStatus,
  type ShownStatus,
  shownStatus,
  shownStatuses,
  spokenKinds,
  statusFilter,
} from './run.ts';
export type { RunFiles } from './run-files.ts';
export { paragraph as paragraphBreak } from './turn/answer-text.ts';
export { type ExportTrace, type TracedRun, traceFrom } from './turn/trace.ts';
export type { TraceEntry } from './turn/trace-entry.ts';
export { type Outcome, withoutClient } from './turn/turn.ts';
export type { TurnMemory } from './turn/turn-memory.ts';
