export { agUiRoutes } from './ag-ui.routes.ts';
export { createAgUiDoor } from './create-ag-ui-door.ts';
