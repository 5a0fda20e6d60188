export type * from './api.ts';
export { type ClientOptions, createClient, type GatewayClient } from './client.ts';
export type { Conversation, ConversationOptions } from './conversation.ts';
export { ConnectionLost, GatewayError } from './errors.ts';
export type { Paths } from './routes.ts';
export { isLast, type RunStream, type StreamOptions } from './run-stream.ts';
export type { OpenSocket, SocketLike } from './socket-link.ts';
export type { Tokens } from './tokens.ts';
