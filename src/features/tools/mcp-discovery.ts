import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { HeaderMap } from '../../platform/egress/headers.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { McpConnections, McpTarget } from './mcp-connections.ts';
import { mcpFailure } from './mcp-failure.ts';
import type { Finding, McpServerRow, McpServerStore } from './mcp-servers.store.ts';
import { createMcpTool, type McpTool, toolsFrom } from './mcp-tools.ts';
import type { Tool } from './tool.ts';
import type { WorkspaceTools } from './toolbox.ts';

type Deps = {
  store: McpServerStore;
  connections: McpConnections;
  secrets: SecretBox;
  clock: Clock;
  log: Log;
};

/** How long a look at a server counts, on every node; a failed one is tried again sooner. */
const freshMs = 60_000;
const failedMs = 15_000;
const lookTimeoutMs = 5_000;
const largestFinding = 524_288;

/** What the MCP servers of a workspace offer. A server that is down has no tools; nothing else changes. */
export function createMcpDiscovery({ store, connections, secrets, clock, log }: Deps) {
  const looks = new Map<string, Promise<Finding>>();

  const targetOf = ({ id, version, url, headers }: McpServerRow): McpTarget => ({
    id,
    version,
    url,
    sealedHeaders: headers,
    headers: () => (headers === null ? {} : (JSON.parse(secrets.open(headers)) as HeaderMap)),
  });

  async function look(row: McpServerRow): Promise<Finding> {
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
    await store.storeFinding(row.id, row.version, stored);
    return stored;
  }

  /** One look at a time, however many ask. */
  function lookOnce(row: McpServerRow): Promise<Finding> {
    const key = `${row.id} ${row.version}`;
    const running = looks.get(key) ?? look(row).finally(() => looks.delete(key));
    looks.set(key, running);
    return running;
  }

  async function current(row: McpServerRow): Promise<McpServerRow> {
    const age = row.checked_at === null ? Number.POSITIVE_INFINITY : clock.now() - row.checked_at;
    return age < (row.error === null ? freshMs : failedMs) ? row : { ...row, ...(await lookOnce(row)) };
  }

  async function toolsOf(row: McpServerRow): Promise<Tool[]> {
    const { tools } = await current(row);
    const target = targetOf(row);
    return (JSON.parse(tools) as McpTool[]).map((tool) => createMcpTool(row.name, tool, target, connections));
  }

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
  return { tools, look: async (row: McpServerRow): Promise<McpServerRow> => ({ ...row, ...(await lookOnce(row)) }) };
}

export type McpDiscovery = ReturnType<typeof createMcpDiscovery>;
