import type { Swarm, SwarmDetails } from '@client/api.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, dataOf } from '../api/client.ts';
import { agentsQuery, forget, pages, queries, useAgentName } from '../api/queries.ts';
import { Badge, Button, Empty, ErrorNote, Loading, PageHead } from '../ui/basics.tsx';
import { Gauge } from '../ui/charts.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormDialog, numberOf, textOf } from '../ui/form-dialog.tsx';
import { counted, duration, Time } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { sayError } from '../ui/toasts.tsx';

type Result = SwarmDetails['results'][number];
const hasEnded = ({ status }: Result) => ['completed', 'failed', 'cancelled'].includes(status);

function NewSwarm({ onClose }: { onClose(): void }) {
  const { data: agents = [] } = useQuery(agentsQuery);
  const navigate = useNavigate({ from: '/swarms' });
  if (agents.length === 0)
    return (
      <Dialog title="New swarm" onClose={onClose}>
        <p>Make an agent first: a swarm needs somebody who answers.</p>
      </Dialog>
    );
  return (
    <FormDialog
      title="New swarm"
      action="Start"
      onClose={onClose}
      onSubmit={async (values) => {
        const agentId = textOf(values, 'agentId');
        const messages = textOf(values, 'members')
          .split('\n')
          .filter((line) => line.trim() !== '');
        const maxConcurrency = numberOf(values, 'maxConcurrency');
        const members = messages.map((message) => ({ agentId, message: message.trim() }));
        const { swarmId } = await dataOf(
          api.POST('/swarms', { body: { members, ...(maxConcurrency !== undefined && { maxConcurrency }) } }),
        );
        await forget('/swarms');
        await navigate({ search: { swarm: swarmId } });
      }}
      fields={[
        { name: 'agentId', label: 'Agent', options: agents.map(({ id, name }) => [id, name] as const) },
        {
          name: 'members',
          label: 'Messages',
          kind: 'long',
          hint: 'One a line, at most 50. Each is answered in a conversation of its own.',
          isRequired: true,
        },
        { name: 'maxConcurrency', label: 'At the same time', kind: 'number', hint: 'Empty for 5.' },
      ]}
    />
  );
}

function Progress({ id, onClose }: { id: string; onClose(): void }) {
  const nameOf = useAgentName();
  const { data, error } = useQuery({
    ...queries.queryOptions('get', '/swarms/{id}', { params: { path: { id } } }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? 1_500 : false),
  });
  const cancel = useMutation({
    mutationFn: () => api.POST('/swarms/{id}/cancel', { params: { path: { id } } }),
    onSuccess: () => forget('/swarms'),
    onError: sayError,
  });
  const columns: Column<Result>[] = [
    { head: 'Agent', cell: ({ agentId }) => nameOf(agentId) },
    { head: 'State', cell: ({ status }) => <Badge>{status}</Badge> },
    {
      head: 'Answer',
      kind: 'wrap',
      cell: ({ content, error: failure }) => failure?.message ?? content?.slice(0, 300) ?? '',
    },
    {
      head: '',
      cell: ({ runId }) =>
        runId && (
          <Link to="/runs/$id" params={{ id: runId }}>
            run
          </Link>
        ),
    },
  ];
  const ended = data?.results.filter(hasEnded).length ?? 0;
  return (
    <Dialog title="Swarm" onClose={onClose} wide>
      <ErrorNote error={error} />
      {!data && !error && <Loading />}
      {data && (
        <>
          <p>
            <Badge>{data.status}</Badge> {ended} of {data.agentCount} done
          </p>
          <Gauge value={ended} of={data.agentCount} label="Done" isProgress />
          <Table items={data.results} keyOf={({ index }) => String(index)} columns={columns} />
          {data.status === 'running' && (
            <div className="actions">
              <Button look="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
                Stop all
              </Button>
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}

export function SwarmsPage() {
  const { swarm } = useSearch({ from: '/swarms' });
  const navigate = useNavigate({ from: '/swarms' });
  const [isNew, setNew] = useState(false);
  const columns: Column<Swarm>[] = [
    {
      head: 'Swarm',
      cell: ({ id, agentCount }) => (
        <Link to="/swarms" search={{ swarm: id }}>
          {counted(agentCount, 'message')}
        </Link>
      ),
    },
    { head: 'State', cell: ({ status }) => <Badge>{status}</Badge> },
    { head: 'At the same time', kind: 'number', cell: ({ maxConcurrency }) => maxConcurrency },
    { head: 'Took', kind: 'number', cell: ({ totalDurationMs }) => (totalDurationMs ? duration(totalDurationMs) : '') },
    { head: 'Started', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  return (
    <>
      <PageHead title="Swarms" lead="Many messages at once, each answered by itself.">
        <Button look="primary" onClick={() => setNew(true)}>
          New swarm
        </Button>
      </PageHead>
      <Listing
        query={pages('/swarms', {})}
        refetchMs={(swarms) => (swarms.some(({ status }) => status === 'running') ? 2_000 : 30_000)}
        empty={
          <Empty title="No swarms yet">
            <p>Give an agent up to fifty messages, and see the answers come in side by side.</p>
          </Empty>
        }
      >
        {(swarms) => <Table card items={swarms} keyOf={({ id }) => id} columns={columns} />}
      </Listing>
      {isNew && <NewSwarm onClose={() => setNew(false)} />}
      {swarm && <Progress key={swarm} id={swarm} onClose={() => void navigate({ search: {} })} />}
    </>
  );
}
