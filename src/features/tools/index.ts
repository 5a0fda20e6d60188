export { createBuiltInTools } from './built-in/built-in-tools.ts';
export { htmlToText } from './built-in/html-text.ts';
export { createTools } from './create-tools.ts';
export { mcpServerRoutes } from './mcp/mcp-servers.routes.ts';
export { mediaType, responseText } from './response-text.ts';
export {
  type Delegation,
  isShared,
  type SharedTool,
  type Tool,
  type Toolbox,
  type ToolContext,
  type ToolResult,
} from './tool.ts';
export { ToolError } from './tool-error.ts';
export type { ResultCache } from './toolbox.ts';
export { toolRoutes } from './tools.routes.ts';
