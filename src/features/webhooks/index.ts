export { createWebhooks } from './create-webhooks.ts';
export { deliveryRoutes } from './deliveries.routes.ts';
export { webhookRoutes } from './webhooks.routes.ts';
