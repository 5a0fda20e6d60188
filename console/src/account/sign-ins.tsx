import type { SignIn } from '@client/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { forget, queries } from '../api/queries.ts';
import { signOutEverywhere } from '../session.ts';
import { Button, ErrorNote, Loading } from '../ui/basics.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Time } from '../ui/format.tsx';
import { type Column, Table } from '../ui/table.tsx';

const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];
const named = (list: [RegExp, string][], agent: string) => list.find(([pattern]) => pattern.test(agent))?.[1];

/** "Firefox on Linux", or what the client called itself. */
function deviceName(agent: string | null): string {
  if (!agent) return 'Unknown';
  const browser = named(browsers, agent);
  const system = named(systems, agent);
  return browser && system ? `${browser} on ${system}` : agent.slice(0, 60);
}

export function SignIns() {
  const { data, error } = queries.useQuery('get', '/auth/sessions');
  const end = useMutation({
    mutationFn: (id: string) => api.DELETE('/auth/sessions/{id}', { params: { path: { id } } }),
    onSuccess: () => forget('/auth/sessions'),
  });
  const [asking, setAsking] = useState(false);
  const endAll = useMutation({ mutationFn: signOutEverywhere });
  const columns: Column<SignIn>[] = [
    { head: 'Device', kind: 'wrap', cell: ({ device }) => <span title={device ?? ''}>{deviceName(device)}</span> },
    { head: 'Address', cell: ({ address }) => address ?? <span className="dim">unknown</span> },
    { head: 'Last used', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
    { head: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      head: '',
      cell: ({ id, device }) => (
        <Button
          look="quiet"
          className="danger"
          aria-label={`End the sign-in of ${deviceName(device)}`}
          busy={end.isPending}
          onClick={() => end.mutate(id)}
        >
          End
        </Button>
      ),
    },
  ];
  return (
    <section className="card stack">
      <h2>Where you are signed in</h2>
      <ErrorNote error={error ?? end.error} />
      {!data && !error && <Loading />}
      {data && <Table items={data.data} keyOf={({ id }) => id} columns={columns} />}
      <p className="dim">A page that is open there goes on for up to 15 minutes.</p>
      <div className="actions">
        <Button look="danger" onClick={() => setAsking(true)}>
          Sign out everywhere
        </Button>
      </div>
      {asking && (
        <Confirm
          title="Sign out everywhere?"
          action="Sign out of all browsers"
          keep="Stay signed in"
          busy={endAll.isPending}
          onConfirm={() => endAll.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>
            Every browser and device of yours is signed out, this one too. “Sign out” in the side bar ends this one
            only.
          </p>
          <ErrorNote error={endAll.error} />
        </Confirm>
      )}
    </section>
  );
}
