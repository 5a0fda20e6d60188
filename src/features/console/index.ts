export { createBuildFolder } from './build-folder.ts';
export { consoleRoutes, createSendPage, type SendPage } from './console.routes.ts';
export { consoleSessionRoutes } from './console-session.routes.ts';
export { refuseForeignPages, setCookie } from './refresh-cookie.ts';
