export { collectionRoutes } from './collections/collections.routes.ts';
export { createKnowledge, type Knowledge } from './create-knowledge.ts';
export { documentRoutes } from './documents/documents.routes.ts';
export { knowledgeTables } from './search/knowledge-tables.ts';
export { knowledgeSearchRoutes } from './search/search.routes.ts';
