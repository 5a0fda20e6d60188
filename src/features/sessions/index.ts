export { createMessageSearch } from './message-search.ts';
export { insertMessage, type MessageRow, readHistory, searchScope, withWholeText } from './messages.store.ts';
export { sessionRoutes } from './sessions.routes.ts';
export { createSessionService, type SessionService } from './sessions.service.ts';
export { createSessionStore } from './sessions.store.ts';
