import type { Agent } from '@client/api.ts';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { AgentForm } from '../agents/agent-form.tsx';
import { AgentIcon } from '../agents/agent-icon.tsx';
import { TryIt } from '../agents/try-it.tsx';
import { Versions } from '../agents/versions.tsx';
import { api } from '../api/client.ts';
import { forget, queries } from '../api/queries.ts';
import { Badge, Button, ErrorNote, Loading, PageHead } from '../ui/basics.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { number } from '../ui/format.tsx';

function CapabilityCard({ id }: { id: string }) {
  const { data, error } = queries.useQuery('get', '/agents/{id}/capabilities', { params: { path: { id } } });
  if (error) return <ErrorNote error={error} />;
  if (!data) return null;
  const { model, tools, skills, spawn } = data;
  return (
    <section className="card">
      <h2>What it can do now</h2>
      <dl className="facts">
        <dt>Model</dt>
        <dd>
          {model.provider}/{model.model} {model.contextWindow ? `(${number(model.contextWindow)} tokens)` : ''}{' '}
          {!model.allowed && <Badge tone="bad">not allowed here</Badge>}
          {model.reason && <div className="dim">{model.reason}</div>}
        </dd>
        <dt>Tools</dt>
        <dd>
          {tools.length === 0 && 'None'}
          <ul className="bare">
            {tools.map(({ name, description, requiresApproval }) => (
              <li key={name}>
                <code>{name}</code> {requiresApproval && <Badge tone="warn">asks first</Badge>}
                <div className="dim wrap">{description}</div>
              </li>
            ))}
          </ul>
        </dd>
        <dt>Skills</dt>
        <dd>{skills.map(({ name }) => name).join(', ') || 'None'}</dd>
        <dt>Other agents</dt>
        <dd>
          {spawn.enabled && spawn.agents.length > 0
            ? `May start up to ${spawn.maxChildren}, ${spawn.maxDepth} deep`
            : 'Starts none'}
        </dd>
      </dl>
    </section>
  );
}

function DeleteAgent({ agent }: { agent: Agent }) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => api.DELETE('/agents/{id}', { params: { path: { id: agent.id } } }),
    onSuccess: async () => {
      await navigate({ to: '/agents', ignoreBlocker: true });
      await forget('/agents');
    },
  });
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {asking && (
        <Confirm
          title={`Delete ${agent.name}?`}
          action="Delete the agent"
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>It stops answering at once. Its conversations stay where they are.</p>
          <ErrorNote error={remove.error} />
        </Confirm>
      )}
    </>
  );
}

export function NewAgentPage() {
  const navigate = useNavigate();
  return (
    <>
      <PageHead title="New agent" />
      <div className="narrow">
        <AgentForm agent={undefined} onSaved={({ id }) => void navigate({ to: '/agents/$id', params: { id } })} />
      </div>
    </>
  );
}

export function AgentPage() {
  const { id } = useParams({ from: '/agents/$id' });
  const { data: agent, error } = queries.useQuery('get', '/agents/{id}', { params: { path: { id } } });
  if (error) return <ErrorNote error={error} />;
  if (!agent) return <Loading />;
  return (
    <>
      <PageHead title={agent.name} icon={<AgentIcon id={id} name={agent.name} />} lead={agent.description}>
        <Link to="/chat" search={{ agent: id }} className="button">
          Chat
        </Link>
        <DeleteAgent agent={agent} />
      </PageHead>
      <div className="columns wide-left">
        <AgentForm key={id} agent={agent} />
        <div className="stack">
          <TryIt agent={agent} />
          <CapabilityCard id={id} />
          <Versions id={id} />
        </div>
      </div>
    </>
  );
}
