export { createMemory } from './create-memory.ts';
export { createRemembering } from './create-remembering.ts';
export { memoryRoutes } from './memory.routes.ts';
export { memoryProfileRoutes } from './memory-profiles.routes.ts';
export { createMemoryTools } from './memory-tools.ts';
export { propagationRoutes } from './propagation.routes.ts';
export { createMeaning } from './search/create-meaning.ts';
export { memoryTierRoutes } from './tiers.routes.ts';
