export { cronRoutes } from './cron.routes.ts';
export { createCronService, cronTrade } from './cron.service.ts';
