export { createBranchStore } from './branches/branches.store.ts';
export { type Branches, createBranches } from './branches/branches.ts';
export { Citations } from './citation.schema.ts';
export { createCopyStore } from './copies/copies.store.ts';
export { createSessionExport } from './copies/export.ts';
export { createFork } from './copies/fork.ts';
export { createFeedback } from './feedback/feedback.service.ts';
export { createFeedbackStore } from './feedback/feedback.store.ts';
export { createMessageSearch } from './message-search.ts';
export { createMessageWords } from './message-words.ts';
export {
  copyParts,
  type HistoryRow,
  historyMeta,
  insertMessage,
  leftScope,
  type MessageRow,
  readHistory,
  readShortHistory,
  searchScope,
  storedMessage,
  textsOfRun,
} from './messages.store.ts';
export { MessageParts } from './parts.schema.ts';
export { createSessionRetentionStore } from './retention.store.ts';
export { createSessionRetention } from './retention.ts';
export {
  type Brings,
  createSessionRows,
  SessionChanged,
  type SessionGrowth,
  type SessionRows,
  type SessionState,
} from './session-rows.store.ts';
export { sessionRoutes } from './sessions.routes.ts';
export { createSessionService, type SessionService } from './sessions.service.ts';
export { createSessionStore, underSurface } from './sessions.store.ts';
