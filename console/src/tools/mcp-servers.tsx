import type { McpServer } from '@client/api.ts';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { forget, pages } from '../api/queries.ts';
import { Badge, Button, Empty } from '../ui/basics.tsx';
import { DeleteButton } from '../ui/delete-button.tsx';
import { FormDialog, jsonOf, textOf, type Values } from '../ui/form-dialog.tsx';
import { counted, Time } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';

const bodyOf = (values: Values) => {
  const headers = jsonOf<Record<string, string>>(values, 'headers');
  return { name: textOf(values, 'name'), url: textOf(values, 'url'), ...(headers && { headers }) };
};

export function McpServerForm({ server, onClose }: { server?: McpServer; onClose(): void }) {
  return (
    <FormDialog
      title={server ? `Change ${server.name}` : 'New MCP server'}
      action={server ? 'Save' : 'Add server'}
      onClose={onClose}
      {...(server && { initial: { name: server.name, url: server.url } })}
      onSubmit={async (values) => {
        if (server)
          await api.PUT('/tools/mcp-servers/{id}', { params: { path: { id: server.id } }, body: bodyOf(values) });
        else await api.POST('/tools/mcp-servers', { body: bodyOf(values) });
        await forget('/tools');
      }}
      fields={[
        { name: 'name', label: 'Name', hint: 'Its tools are called name_tool.', isRequired: true },
        { name: 'url', label: 'Address', placeholder: 'https://mcp.example.com/mcp', isRequired: true },
        {
          name: 'headers',
          label: 'Headers',
          kind: 'json',
          placeholder: '{ "authorization": "Bearer …" }',
          hint: server ? 'Empty keeps those that are stored.' : 'Stored encrypted, never shown again.',
        },
      ]}
    />
  );
}

export function McpServers({ onNew }: { onNew(): void }) {
  const [changed, setChanged] = useState<McpServer | undefined>();
  return (
    <>
      <Listing
        query={pages('/tools/mcp-servers', {})}
        empty={
          <Empty title="No MCP servers yet">
            <p>A server of the Model Context Protocol lends its tools to your agents.</p>
            <Button look="primary" onClick={onNew}>
              Add a server
            </Button>
          </Empty>
        }
      >
        {(servers) => (
          <ul className="cards">
            {servers.map((server) => (
              <li key={server.id} className="card stack">
                <h2>{server.name}</h2>
                <p className="wrap dim">{server.url}</p>
                <p>
                  <Badge tone={server.error ? 'bad' : 'good'}>{server.error ? 'error' : 'ok'}</Badge>{' '}
                  {counted(server.toolCount, 'tool')} · looked at <Time at={server.checkedAt} />
                </p>
                {server.error && <p className="note bad">{server.error}</p>}
                <div className="actions">
                  <Button look="quiet" aria-label={`Change ${server.name}`} onClick={() => setChanged(server)}>
                    Change
                  </Button>
                  <DeleteButton
                    name={server.name}
                    onDelete={() =>
                      api
                        .DELETE('/tools/mcp-servers/{id}', { params: { path: { id: server.id } } })
                        .then(() => forget('/tools'))
                    }
                  >
                    Its tools are gone at once, from every agent that has them.
                  </DeleteButton>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Listing>
      {changed && <McpServerForm server={changed} onClose={() => setChanged(undefined)} />}
    </>
  );
}
