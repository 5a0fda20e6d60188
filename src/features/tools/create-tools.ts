import type { Clock } from '../../kernel/clock.ts';
import { createHook } from '../../kernel/hooks.ts';
import type { Log } from '../../kernel/log.ts';
import type { Quotas } from '../../kernel/quotas.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { AuditLog } from '../audit/index.ts';
import { createMcpConnections } from './mcp/mcp-connections.ts';
import { createMcpDiscovery } from './mcp/mcp-discovery.ts';
import { createMcpServerService } from './mcp/mcp-servers.service.ts';
import { createMcpServerStore } from './mcp/mcp-servers.store.ts';
import { createOwnTools } from './own-tools.ts';
import { createParameterChecks } from './parameters/parameter-checks.ts';
import { unsafeSchema } from './parameters/parameter-schema.ts';
import type { JsonSchema, OnToolsChanged, SharedTool } from './tool.ts';
import { createToolbox, type ResultCache } from './toolbox.ts';
import { createToolService } from './tools.service.ts';
import { createToolStore } from './tools.store.ts';

type Deps = {
  quotas: Quotas;
  database: Database;
  egress: Egress;
  secrets: SecretBox;
  audit: AuditLog;
  clock: Clock;
  log: Log;
  version: string;
  /** The same for everyone: built-in ones and those of skills. */
  shared: readonly SharedTool[];
  cache: ResultCache;
};

/** The toolbox with its three sources: shared tools, a workspace's own tools, and those of its MCP servers. */
export function createTools(deps: Deps) {
  const { quotas, database, egress, secrets, audit, clock, log, version, shared, cache } = deps;
  const onToolsChanged = createHook<Parameters<OnToolsChanged>>();
  const checks = createParameterChecks({ log });
  const store = createToolStore(database);
  const mcpStore = createMcpServerStore(database);
  const connections = createMcpConnections({ egress, version });
  const discovery = createMcpDiscovery({
    store: mcpStore,
    connections,
    secrets,
    onToolsChanged: onToolsChanged.run,
    clock,
    log,
  });
  const own = createOwnTools({ store, egress, secrets });
  const toolbox = createToolbox({ shared, own, mcp: discovery.tools, checks, cache, log });
  const sharedNames = shared.map(({ name }) => name);
  return {
    toolbox,
    /** Answers that a schema describes. */
    answers: {
      check: checks.answer,
      unusable: async (workspaceId: string, schema: JsonSchema): Promise<string | undefined> =>
        unsafeSchema(schema) ?? (await checks.unusable(schema, workspaceId)),
    },
    onToolsChanged,
    connections: {
      ...connections,
      stop: async () => void (await Promise.all([connections.stop(), checks.stop()])),
    },
    tools: createToolService({
      quotas,
      store,
      toolbox,
      checks,
      egress,
      secrets,
      audit,
      clock,
      digestOf: (row) => own.toolOf(row).digest,
      onChanged: onToolsChanged.run,
      sharedNames,
    }),
    mcpServers: createMcpServerService({ quotas, store: mcpStore, discovery, egress, secrets, audit, clock }),
  };
}
