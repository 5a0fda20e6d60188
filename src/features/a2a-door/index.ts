export { a2aDoorRoutes } from './a2a.routes.ts';
export { type A2aDoor, createA2aDoor } from './a2a-door.service.ts';
