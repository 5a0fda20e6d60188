export { createDiagnosticChecks } from './create-diagnostics.ts';
export { diagnosticRoutes } from './diagnostics.routes.ts';
