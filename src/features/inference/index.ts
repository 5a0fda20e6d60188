export { createInference } from './create-inference.ts';
export { inferenceRoutes } from './inference.routes.ts';
export { messagesRoutes } from './messages/messages.routes.ts';
export { responseRoutes } from './responses/responses.routes.ts';
