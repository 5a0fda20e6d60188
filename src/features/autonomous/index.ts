export { autonomousRoutes } from './autonomous.routes.ts';
export { createAutonomous } from './autonomous.service.ts';
