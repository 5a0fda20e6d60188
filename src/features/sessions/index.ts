export { createMessageSearch } from './message-search.ts';
export {
  copyParts,
  historyMeta,
  insertMessage,
  type MessageRow,
  readHistory,
  searchScope,
  textsOfRun,
} from './messages.store.ts';
export { createSessionRetentionStore } from './retention.store.ts';
export { createSessionRetention } from './retention.ts';
export { createSessionRows, type SessionGrowth, type SessionRows, type SessionState } from './session-rows.store.ts';
export { sessionRoutes } from './sessions.routes.ts';
export { createSessionService, type SessionService } from './sessions.service.ts';
export { createSessionStore } from './sessions.store.ts';
