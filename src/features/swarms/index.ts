export { createSwarms } from './create-swarms.ts';
export { swarmRoutes } from './swarms.routes.ts';
