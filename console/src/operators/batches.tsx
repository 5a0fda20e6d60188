import type { BatchProgress } from '@client/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../api/client.ts';
import { Badge, Button, Empty, ErrorNote, Loading } from '../ui/basics.tsx';
import { Gauge } from '../ui/charts.tsx';
import { FormDialog, numberOf, textOf } from '../ui/form-dialog.tsx';
import { counted, Time } from '../ui/format.tsx';
import { useOperator } from './operator.ts';

const ends = ['completed', 'failed', 'cancelled', 'refused'] as const;

const idsIn = (text: string) => [...new Set(text.split(/[\s,]+/).filter((id) => id !== ''))];

function NewBatch({ onStarted, onClose }: { onStarted(id: string): void; onClose(): void }) {
  const operator = useOperator();
  return (
    <FormDialog
      title="New batch"
      action="Start"
      onClose={onClose}
      onSubmit={async (values) => {
        const maxConcurrency = numberOf(values, 'maxConcurrency');
        const { batchId } = await dataOf(
          operator.POST('/autonomous/batch', {
            body: {
              agentId: textOf(values, 'agentId'),
              userIds: idsIn(textOf(values, 'userIds')),
              message: textOf(values, 'message'),
              ...(maxConcurrency !== undefined && { maxConcurrency }),
            },
          }),
        );
        onStarted(batchId);
      }}
      fields={[
        { name: 'agentId', label: 'Agent', placeholder: 'agt_…', isRequired: true },
        {
          name: 'userIds',
          label: 'People',
          kind: 'long',
          placeholder: 'usr_…',
          hint: 'Their ids, one a line, at most 1,000. Each gets one run of their own.',
          isRequired: true,
        },
        { name: 'message', label: 'Message', kind: 'long', isRequired: true },
        { name: 'maxConcurrency', label: 'At the same time', kind: 'number', hint: 'Empty for 20.' },
      ]}
    />
  );
}

function Progress({ id }: { id: string }) {
  const operator = useOperator();
  const { data, error } = useQuery({
    queryKey: ['operator', 'batch', id],
    queryFn: () => dataOf(operator.GET('/autonomous/batches/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => ((state.data as BatchProgress | undefined)?.status === 'running' ? 1_500 : false),
  });
  if (error) return <ErrorNote error={error} />;
  if (!data) return <Loading />;
  const done = ends.reduce((sum, end) => sum + data.counts[end], 0);
  return (
    <section className="card stack" aria-label={`Batch ${id}`}>
      <p>
        <Badge>{data.status}</Badge> {done} of {data.userCount} done · started <Time at={data.createdAt} />
      </p>
      <Gauge value={done} of={data.userCount} label="Done" isProgress />
      <p className="meta">
        {Object.entries(data.counts)
          .filter(([, number]) => number > 0)
          .map(([state, number]) => `${number} ${state.replaceAll('_', ' ')}`)
          .join(' · ')}
      </p>
      <p className="meta wrap">
        {id} · agent {data.agentId} · {counted(data.maxConcurrency, 'run')} at the same time
      </p>
    </section>
  );
}

/** The API has no list of batches: those of this page are shown, and any other by its id. */
export function Batches() {
  const [ids, setIds] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState('');
  const [isNew, setNew] = useState(false);
  const show = (id: string) => setIds((all) => [id, ...all.filter((each) => each !== id)]);
  return (
    <div className="stack">
      <form
        className="row add-line"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '') show(typed.trim());
          setTyped('');
        }}
      >
        <input
          aria-label="Id of a batch"
          placeholder="bat_…"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit">Show</Button>
        <Button look="primary" onClick={() => setNew(true)}>
          New batch
        </Button>
      </form>
      {ids.length === 0 && (
        <Empty title="No batch is watched">
          <p>A batch gives one message to an agent in the name of many people, each with a run of their own.</p>
        </Empty>
      )}
      {ids.map((id) => (
        <Progress key={id} id={id} />
      ))}
      {isNew && <NewBatch onStarted={show} onClose={() => setNew(false)} />}
    </div>
  );
}
