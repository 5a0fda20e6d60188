import type { Egress } from '../../platform/egress/egress.ts';
import type { HeaderMap } from '../../platform/egress/headers.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { createHttpTool } from './http-tool.ts';
import type { JsonSchema, Tool } from './tool.ts';
import type { WorkspaceTools } from './toolbox.ts';
import type { ToolRow, ToolStore } from './tools.store.ts';

type Deps = { store: ToolStore; egress: Egress; secrets: SecretBox };

/** The stored tools of a workspace, ready to run. */
export function createOwnTools({ store, egress, secrets }: Deps): WorkspaceTools & { toolOf(row: ToolRow): Tool } {
  const toolOf = (row: ToolRow): Tool =>
    createHttpTool(
      {
        name: row.name,
        description: row.description,
        parameters: JSON.parse(row.parameters) as JsonSchema,
        url: row.url,
        method: row.method,
        timeoutMs: row.timeout_ms,
        sealedHeaders: row.headers,
        headers: () => (row.headers === null ? {} : (JSON.parse(secrets.open(row.headers)) as HeaderMap)),
      },
      egress,
    );

  return {
    toolOf,
    async find(workspaceId, name) {
      const row = await store.find(workspaceId, name);
      return row && toolOf(row);
    },
    list: async (workspaceId) => (await store.list(workspaceId)).map(toolOf),
  };
}
