export { cronRoutes } from './cron.routes.ts';
export { createCronService, cronHandler } from './cron.service.ts';
