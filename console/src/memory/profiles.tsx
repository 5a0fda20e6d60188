import type { CreateMemoryProfile, MemoryProfile } from '@client/api.ts';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { forget, pages } from '../api/queries.ts';
import { Button, Empty } from '../ui/basics.tsx';
import { DeleteButton } from '../ui/delete-button.tsx';
import { FormDialog, numberOf, textOf, type Values } from '../ui/form-dialog.tsx';
import { Listing } from '../ui/list.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { tierLabels } from './tiers.ts';

const captures = { off: 'nothing', rules: 'what rules find', model: 'what a second model call finds' } as const;
type Tier = keyof typeof tierLabels;
const tiers = Object.keys(tierLabels) as Tier[];

function bodyOf(values: Values): CreateMemoryProfile {
  return {
    name: textOf(values, 'name'),
    tiers: tiers.filter((tier) => values[`tier-${tier}`] === true),
    recallLimit: numberOf(values, 'recallLimit') ?? 8,
    autoCapture: textOf(values, 'autoCapture') as keyof typeof captures,
    propagate: values.propagate === true,
    retentionDays: numberOf(values, 'retentionDays') ?? null,
  };
}

const valuesOf = (profile: MemoryProfile | undefined): Values => ({
  name: profile?.name ?? '',
  recallLimit: String(profile?.recallLimit ?? 8),
  autoCapture: profile?.autoCapture ?? 'rules',
  propagate: profile?.propagate ?? true,
  retentionDays: profile?.retentionDays?.toString() ?? '',
  ...Object.fromEntries(tiers.map((tier) => [`tier-${tier}`, profile?.tiers.includes(tier) ?? true])),
});

function ProfileForm({ profile, onClose }: { profile: MemoryProfile | undefined; onClose(): void }) {
  return (
    <FormDialog
      title={profile ? `Change ${profile.name}` : 'New memory policy'}
      action={profile ? 'Save' : 'Create policy'}
      onClose={onClose}
      initial={valuesOf(profile)}
      onSubmit={async (values) => {
        const body = bodyOf(values);
        if (profile) await api.PUT('/memory-profiles/{id}', { params: { path: { id: profile.id } }, body });
        else await api.POST('/memory-profiles', { body });
        await forget('/memory-profiles');
      }}
      fields={[
        { name: 'name', label: 'Name', isRequired: true },
        ...tiers.map((tier) => ({
          name: `tier-${tier}`,
          label: `Recalls from ${tierLabels[tier]}`,
          kind: 'check' as const,
        })),
        { name: 'recallLimit', label: 'Most entries a turn is shown', kind: 'number', hint: '0 to 50.' },
        {
          name: 'autoCapture',
          label: 'What is captured from a turn',
          options: Object.entries(captures) as [string, string][],
        },
        { name: 'propagate', label: 'What is captured may be promoted', kind: 'check' },
        {
          name: 'retentionDays',
          label: 'Kept for (days)',
          kind: 'number',
          hint: 'Daily entries and summaries of conversations. Empty keeps them.',
        },
      ]}
    />
  );
}

/** What agents recall and capture. An agent names one, or has none. */
export function MemoryPolicies() {
  const [open, setOpen] = useState<MemoryProfile | 'new' | undefined>();
  const columns: Column<MemoryProfile>[] = [
    {
      head: 'Policy',
      cell: (profile) => (
        <Button look="quiet" onClick={() => setOpen(profile)}>
          {profile.name}
        </Button>
      ),
    },
    {
      head: 'Recalls from',
      kind: 'wrap',
      cell: (profile) => profile.tiers.map((tier) => tierLabels[tier]).join(', ') || 'nothing',
    },
    { head: 'At most', kind: 'number', cell: ({ recallLimit }) => recallLimit },
    { head: 'Captures', cell: ({ autoCapture }) => captures[autoCapture] },
    { head: 'Kept for', cell: ({ retentionDays }) => (retentionDays ? `${retentionDays} days` : 'good') },
    {
      head: '',
      cell: ({ id, name }) => (
        <DeleteButton
          name={name}
          onDelete={() =>
            api.DELETE('/memory-profiles/{id}', { params: { path: { id } } }).then(() => forget('/memory-profiles'))
          }
        >
          Agents that have it recall and capture as agents without a policy do.
        </DeleteButton>
      ),
    },
  ];
  return (
    <div className="stack">
      <div className="actions">
        <Button onClick={() => setOpen('new')}>New memory policy</Button>
      </div>
      <Listing
        query={pages('/memory-profiles', {})}
        empty={
          <Empty title="No memory policies yet">
            <p>A policy says what an agent recalls and captures. Without one: everything, by rules.</p>
          </Empty>
        }
      >
        {(profiles) => <Table card items={profiles} keyOf={({ id }) => id} columns={columns} />}
      </Listing>
      {open && <ProfileForm profile={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
    </div>
  );
}
