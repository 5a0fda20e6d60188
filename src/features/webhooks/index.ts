export { changelogRoutes } from './changelog.routes.ts';
export { createWebhooks } from './create-webhooks.ts';
export { deliveryRoutes } from './deliveries.routes.ts';
export { createSender } from './sender.ts';
export { newSecret, refusedSecret, signingKey } from './signatures.ts';
export { webhookRoutes } from './webhooks.routes.ts';
