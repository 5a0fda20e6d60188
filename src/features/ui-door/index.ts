export { createUiDoor } from './create-ui-door.ts';
export { uiRoutes } from './ui.routes.ts';
