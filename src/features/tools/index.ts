export { createBuiltInTools } from './built-in/built-in-tools.ts';
export { inRunsOnly } from './built-in/conversation-tools.ts';
export { createPageReader, type PageReader } from './built-in/page-reader.ts';
export { createTools } from './create-tools.ts';
export { mcpServerRoutes } from './mcp/mcp-servers.routes.ts';
export { mediaType, responseText } from './response-text.ts';
export { limitResult } from './result-limit.ts';
export {
  type Delegation,
  isShared,
  type SharedTool,
  type Tool,
  type Toolbox,
  type ToolContext,
  type ToolResult,
} from './tool.ts';
export type { ResultCache } from './toolbox.ts';
export { toolRoutes } from './tools.routes.ts';
