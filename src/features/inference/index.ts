export { createInference } from './create-inference.ts';
export { inferenceRoutes } from './inference.routes.ts';
