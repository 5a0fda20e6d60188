export { changelogRoutes } from './changelog/changelog.routes.ts';
export { createWebhooks } from './create-webhooks.ts';
export { deliveryRoutes } from './deliveries.routes.ts';
export { createSender } from './delivery/sender.ts';
export { newSecret, refusedSecret, signingKey } from './delivery/signatures.ts';
export { listeningRoutes } from './listening/listening.routes.ts';
export { webhookRoutes } from './webhooks.routes.ts';
