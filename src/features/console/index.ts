export { createBuildFolder } from './build-folder.ts';
export { consoleRoutes } from './console.routes.ts';
export { consoleSessionRoutes } from './console-session.routes.ts';
