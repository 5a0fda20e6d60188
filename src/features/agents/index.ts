export { type Admission, type Admit, createAdmission, notAvailable } from './admission.ts';
export { anyAgent } from './agent-rules.ts';
export { agentRoutes } from './agents.routes.ts';
export { Agent, CreateAgent } from './agents.schema.ts';
export { type AgentService, createAgentService } from './agents.service.ts';
export { createAgentStore } from './agents.store.ts';
export { createCapabilities } from './capabilities.ts';
export { createModelRules, type ModelRules, refusal } from './model-rules.ts';
export { standingOfRun } from './standing.ts';
