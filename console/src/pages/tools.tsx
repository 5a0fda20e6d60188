import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { McpServerForm, McpServers } from '../tools/mcp-servers.tsx';
import { Skills } from '../tools/skills.tsx';
import { NewTool, ToolList } from '../tools/tool-list.tsx';
import { Button, PageHead } from '../ui/basics.tsx';
import { Tabs } from '../ui/tabs.tsx';

const parts = [
  { name: 'tools', label: 'Tools' },
  { name: 'servers', label: 'MCP servers' },
  { name: 'skills', label: 'Skills' },
] as const;

export function ToolsPage() {
  const { part } = useSearch({ from: '/tools' });
  const navigate = useNavigate({ from: '/tools' });
  const [isAdding, setAdding] = useState(false);
  const chosen = parts.find(({ name }) => name === part)?.name ?? 'tools';
  const close = () => setAdding(false);
  return (
    <>
      <PageHead title="Tools" lead="What agents can use: built in, your own over HTTP, and those of MCP servers.">
        {chosen !== 'skills' && (
          <Button look="primary" onClick={() => setAdding(true)}>
            {chosen === 'tools' ? 'New HTTP tool' : 'New MCP server'}
          </Button>
        )}
      </PageHead>
      <Tabs
        label="Parts"
        tabs={parts}
        chosen={chosen}
        onChoose={(name) => void navigate({ search: name === 'tools' ? {} : { part: name }, replace: true })}
      >
        {chosen === 'tools' && <ToolList />}
        {chosen === 'servers' && <McpServers onNew={() => setAdding(true)} />}
        {chosen === 'skills' && <Skills />}
      </Tabs>
      {isAdding && chosen === 'tools' && <NewTool onClose={close} />}
      {isAdding && chosen === 'servers' && <McpServerForm onClose={close} />}
    </>
  );
}
