import type { Clock } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { HeaderMap } from '../../../platform/egress/headers.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import type { OnToolsChanged, Tool } from '../tool.ts';
import type { WorkspaceTools } from '../toolbox.ts';
import type { McpConnections, McpTarget } from './mcp-connections.ts';
import { mcpFailure } from './mcp-failure.ts';
import type { Finding, McpServerRow, McpServerStore } from './mcp-servers.store.ts';
import { createMcpTool, type McpTool, toolsFrom } from './mcp-tools.ts';

type Deps = {
  store: McpServerStore;
  connections: McpConnections;
  secrets: SecretBox;
  onToolsChanged: OnToolsChanged;
  clock: Clock;
  log: Log;
};

/** How long a listing of a server's tools is fresh, on every node; a failed one is retried sooner. */
const freshMs = 60_000;
const failedMs = 15_000;
const lookTimeoutMs = 5_000;
const largestFinding = 524_288;

/** The tools that the MCP servers of a workspace offer. A server that is down offers none; the others are not affected. */
export function createMcpDiscovery({ store, connections, secrets, onToolsChanged, clock, log }: Deps) {
  const looks = new Map<string, Promise<Finding>>();

  const targetOf = ({ id, version, url, headers }: McpServerRow): McpTarget => ({
    id,
    version,
    url,
    sealedHeaders: headers,
    headers: () => (headers === null ? {} : (JSON.parse(secrets.open(headers)) as HeaderMap)),
  });

  async function look(row: McpServerRow, changedBy: string | null): Promise<Finding> {
    const finding = { tools: '[]', error: null as string | null };
    const signal = AbortSignal.timeout(lookTimeoutMs);
    const inTime = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    try {
      const found = await Promise.race([connections.listTools(targetOf(row), signal), inTime]);
      finding.tools = JSON.stringify(toolsFrom(found));
      if (finding.tools.length > largestFinding) {
        finding.tools = '[]';
        finding.error = `The server describes its tools in more than ${largestFinding} characters.`;
      }
    } catch (error) {
      finding.error = mcpFailure(error).message;
      log.warn({ serverId: row.id, reason: finding.error }, 'an MCP server could not be read');
    }
    const stored = { ...finding, checked_at: clock.now() };
    await keep(row, stored, changedBy);
    return stored;
  }

  /** A changed listing is a change of every agent that uses the server; a failed one is not. */
  async function keep(row: McpServerRow, found: Finding, changedBy: string | null): Promise<void> {
    const digests = new Map(toolsIn(row, found).map(({ name, digest }) => [name, digest]));
    await store.transaction(async (tx) => {
      const isStored = await store.storeFinding(tx, row.id, row.version, found);
      if (isStored && found.error === null && found.tools !== row.tools)
        await onToolsChanged(tx, row.workspace_id, digests, `${row.name}.`, changedBy);
    });
  }

  /** One listing at a time, however many callers ask. */
  function lookOnce(row: McpServerRow, changedBy: string | null = null): Promise<Finding> {
    const key = `${row.id} ${row.version}`;
    const running = looks.get(key) ?? look(row, changedBy).finally(() => looks.delete(key));
    looks.set(key, running);
    return running;
  }

  async function current(row: McpServerRow): Promise<McpServerRow> {
    const age = row.checked_at === null ? Number.POSITIVE_INFINITY : clock.now() - row.checked_at;
    return age < (row.error === null ? freshMs : failedMs) ? row : { ...row, ...(await lookOnce(row)) };
  }

  function toolsIn(row: McpServerRow, { tools }: Pick<McpServerRow, 'tools'>): Tool[] {
    const target = targetOf(row);
    return (JSON.parse(tools) as McpTool[]).map((tool) => createMcpTool(row.name, tool, target, connections));
  }
  const toolsOf = async (row: McpServerRow): Promise<Tool[]> => toolsIn(row, await current(row));

  const tools: WorkspaceTools = {
    async find(workspaceId, name) {
      const row = await store.findByName(workspaceId, name.slice(0, name.indexOf('.')));
      return row && (await toolsOf(row)).find((tool) => tool.name === name);
    },
    async list(workspaceId) {
      const rows = await store.all(workspaceId);
      return (await Promise.all(rows.map(toolsOf))).flat();
    },
  };
  /** At once, because its settings were changed. */
  const lookNow = async (row: McpServerRow, changedBy: string): Promise<McpServerRow> => ({
    ...row,
    ...(await lookOnce(row, changedBy)),
  });
  return { tools, look: lookNow };
}

export type McpDiscovery = ReturnType<typeof createMcpDiscovery>;
