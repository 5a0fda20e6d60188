export { createFiles } from './create-files.ts';
export { fileRoutes } from './files.routes.ts';
export type { FileService } from './files.service.ts';
