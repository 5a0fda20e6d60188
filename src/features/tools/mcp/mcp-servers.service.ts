import type { Caller } from '../../../http/authentication.ts';
import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../../http/pagination.ts';
import { type Clock, iso } from '../../../kernel/clock.ts';
import { AppError, invalidField, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Quotas } from '../../../kernel/quotas.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Egress } from '../../../platform/egress/egress.ts';
import type { HeaderMap } from '../../../platform/egress/headers.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { type AuditLog, changesOf } from '../../audit/index.ts';
import type { McpDiscovery } from './mcp-discovery.ts';
import type { CreateMcpServer, McpServer, UpdateMcpServer } from './mcp-servers.schema.ts';
import type { McpServerRow, McpServerStore } from './mcp-servers.store.ts';

type Deps = {
  quotas: Quotas;
  store: McpServerStore;
  discovery: McpDiscovery;
  egress: Egress;
  secrets: SecretBox;
  audit: AuditLog;
  clock: Clock;
};

const shown = (row: McpServerRow): McpServer => ({
  id: row.id,
  name: row.name,
  url: row.url,
  headerNames: JSON.parse(row.header_names) as string[],
  toolCount: (JSON.parse(row.tools) as unknown[]).length,
  error: row.error,
  checkedAt: row.checked_at === null ? null : iso(row.checked_at),
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
});

/** What the audit log says; of headers, only that they changed. */
const audited = ({ name, url, headers }: Pick<McpServerRow, 'name' | 'url' | 'headers'>) => ({ name, url, headers });

/** Only streamable HTTP is supported. Another transport is refused by name, before anything is stored. */
function assertTransport(url: string): void {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (scheme === 'ws' || scheme === 'wss')
    throw invalidField('url', 'MCP over WebSocket is not supported: give the address of the streamable HTTP transport');
  if (scheme === undefined || !['http', 'https'].includes(scheme))
    throw invalidField(
      'url',
      `${scheme ? `"${scheme}:" is` : 'this is'} no address of an MCP server: programs started over stdio are not supported, only http and https (streamable HTTP)`,
    );
}

export function createMcpServerService({ quotas, store, discovery, egress, secrets, audit, clock }: Deps) {
  function sealed(headers: HeaderMap): Pick<McpServerRow, 'headers' | 'header_names'> {
    egress.assertHeaders(headers);
    const names = Object.keys(headers);
    return {
      headers: names.length > 0 ? secrets.seal(JSON.stringify(headers)) : null,
      header_names: JSON.stringify(names),
    };
  }

  const record = (
    tx: Transaction,
    { userId, workspaceId }: Caller,
    action: string,
    target: string,
    more: object = {},
  ) =>
    audit.append(tx, { userId, actor: userId, action, target, outcome: 'success', detail: { workspaceId, ...more } });

  function requireFreeName(servers: readonly { id: string; name: string }[], name: string, ownId?: string): void {
    if (servers.some((server) => server.name === name && server.id !== ownId))
      throw new AppError('conflict', `The workspace has an MCP server ${name} already.`);
  }

  async function found({ workspaceId }: Caller, id: string, tx?: Transaction): Promise<McpServerRow> {
    const row = await store.find(workspaceId, id, tx);
    if (!row) throw notFound(`MCP server ${id}`);
    return row;
  }

  return {
    async create(caller: Caller, { name, url, headers = {} }: CreateMcpServer): Promise<McpServer> {
      assertTransport(url);
      egress.assertAllowed(url);
      const now = clock.now();
      const row: McpServerRow = {
        id: newId('mcp', now),
        workspace_id: caller.workspaceId,
        name,
        url,
        ...sealed(headers),
        version: 1,
        tools: '[]',
        error: null,
        checked_at: null,
        created_at: now,
        updated_at: now,
      };
      await store.transaction(async (tx) => {
        const servers = await store.namesUnderLock(tx, caller.workspaceId);
        requireFreeName(servers, name);
        quotas.require('mcpServers', servers.length);
        await store.insert(tx, row);
        await record(tx, caller, 'mcp_server.create', row.id);
      });
      // A server that does not answer is stored nevertheless, with the reason.
      return shown(await discovery.look(row, caller.userId));
    },

    async update(caller: Caller, id: string, { name, url, headers }: UpdateMcpServer): Promise<McpServer> {
      if (url !== undefined) assertTransport(url);
      if (url !== undefined) egress.assertAllowed(url);
      const given = headers === undefined ? undefined : sealed(headers);
      const row = await store.transaction(async (tx) => {
        // Lock first, so that a concurrent change is not overwritten.
        const servers = await store.namesUnderLock(tx, caller.workspaceId);
        const before = await found(caller, id, tx);
        const settings = { ...before, ...given, name: name ?? before.name, url: url ?? before.url };
        // A new address must not receive the secret headers of the old one.
        if (!given && before.headers !== null && new URL(settings.url).origin !== new URL(before.url).origin)
          throw invalidField('headers', 'must be given again when the server moves to another origin');
        requireFreeName(servers, settings.name, id);
        await store.update(tx, caller.workspaceId, id, settings, clock.now());
        await record(tx, caller, 'mcp_server.update', id, changesOf(audited(before), audited(settings)));
        return found(caller, id, tx);
      });
      return shown(await discovery.look(row, caller.userId));
    },

    get: async (caller: Caller, id: string): Promise<McpServer> => shown(await found(caller, id)),

    async list({ workspaceId }: Caller, { limit, cursor }: PageRequest): Promise<Page<McpServer>> {
      const size = pageSize(limit);
      const rows = await store.page(workspaceId, size + 1, readCursor(cursor));
      return pageOf(rows, size, ({ created_at, id }) => ({ at: created_at, id }), shown);
    },

    async delete(caller: Caller, id: string): Promise<void> {
      await store.transaction(async (tx) => {
        if (!(await store.delete(tx, caller.workspaceId, id))) throw notFound(`MCP server ${id}`);
        await record(tx, caller, 'mcp_server.delete', id);
      });
    },
  };
}

export type McpServerService = ReturnType<typeof createMcpServerService>;
