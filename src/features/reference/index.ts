export { entranceRoutes } from './entrance.routes.ts';
export { referenceRoutes } from './reference.routes.ts';
