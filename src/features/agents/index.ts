export { createAdmissionStore, standingOfRun } from './admission.store.ts';
export { type Admission, type Admit, createAdmission, notAvailable } from './admission.ts';
export { anyAgent } from './agent-rules.ts';
export { agentRoutes } from './agents.routes.ts';
export { Agent, type AgentBody, CreateAgent } from './agents.schema.ts';
export { type AgentService, createAgentService } from './agents.service.ts';
export { createAgentStore } from './agents.store.ts';
export { createCapabilities } from './capabilities.ts';
export { createModelRules, type ModelRules, refusal } from './model-rules.ts';
export { ReasoningLevel, ResponseFormat } from './response-format.schema.ts';
export {
  allowedFallbacks,
  allowedOf,
  type Purses,
  purseOf,
  pursesOf,
  type ScopeOf,
  splitTarget,
  type Targets,
} from './targets.ts';
export { type Acceptance, createAcceptance, meanwhile, newerThan } from './versions/acceptance.ts';
export { AcceptVersion } from './versions/agent-versions.schema.ts';
export { createAgentVersionStore } from './versions/agent-versions.store.ts';
export { createAgentVersions } from './versions/agent-versions.ts';
export { createDescribe } from './versions/definitions.ts';
export { createDescribing } from './versions/describe-agents.ts';
export { createKeptVersions, pinOf } from './versions/kept-versions.ts';
