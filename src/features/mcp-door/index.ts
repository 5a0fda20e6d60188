export { createMcpDoor } from './create-mcp-door.ts';
export { mcpDoorRoutes } from './mcp.routes.ts';
export { mayUse } from './rights.ts';
