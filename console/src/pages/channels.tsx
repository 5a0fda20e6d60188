import type { Channel } from '@client/api.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../api/client.ts';
import { agentsQuery, forget, pages, useAgentName } from '../api/queries.ts';
import { Badge, Button, CopyButton, Empty, PageHead } from '../ui/basics.tsx';
import { DeleteButton } from '../ui/delete-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormDialog, textOf, type Values } from '../ui/form-dialog.tsx';
import { Time } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';
import { sayError } from '../ui/toasts.tsx';

const presets = [
  ['', 'The gateway’s own: X-Signature, HMAC of the body'],
  ['github', 'GitHub'],
  ['slack', 'Slack'],
] as const;

const bodyOf = (values: Values) => {
  const preset = (['github', 'slack'] as const).find((each) => each === values.preset);
  return {
    name: textOf(values, 'name'),
    agentId: textOf(values, 'agentId'),
    replyUrl: textOf(values, 'replyUrl') || null,
    ...(preset && { hmac: { preset } }),
  };
};

const inboundOf = (id: string) => `${location.origin}/channels/${id}/inbound`;

type FormProps = { channel?: Channel; onClose(): void; onCreated?(made: { id: string; secret: string }): void };

function ChannelForm({ channel, onClose, onCreated }: FormProps) {
  const { data: agents = [] } = useQuery(agentsQuery);
  if (agents.length === 0)
    return (
      <Dialog title="New channel" onClose={onClose}>
        <p>Make an agent first: a channel needs somebody who answers.</p>
      </Dialog>
    );
  return (
    <FormDialog
      title={channel ? `Change ${channel.name}` : 'New channel'}
      action={channel ? 'Save' : 'Create channel'}
      onClose={onClose}
      {...(channel && {
        initial: { name: channel.name, agentId: channel.agentId, replyUrl: channel.replyUrl ?? '' },
      })}
      onSubmit={async (values) => {
        if (channel) {
          await api.PUT('/channels/{id}', { params: { path: { id: channel.id } }, body: bodyOf(values) });
        } else {
          const made = await dataOf(api.POST('/channels', { body: bodyOf(values) }));
          onCreated?.({ id: made.id, secret: made.hmac.secret });
        }
        await forget('/channels');
      }}
      fields={[
        { name: 'name', label: 'Name', isRequired: true },
        { name: 'agentId', label: 'Agent', options: agents.map(({ id, name }) => [id, name] as const) },
        {
          name: 'replyUrl',
          label: 'Where answers go',
          hint: 'An address; empty: they are in the response.',
          placeholder: 'https://example.com/replies',
        },
        ...(channel ? [] : [{ name: 'preset', label: 'How messages are signed', options: presets }]),
      ]}
    />
  );
}

function ChannelCard({ channel, onChange }: { channel: Channel; onChange(): void }) {
  const { id, name, agentId, enabled, replyUrl, acceptedVersion, newerVersion, hmac, createdAt } = channel;
  const nameOf = useAgentName();
  const path = { id };
  const options = { onSuccess: () => forget('/channels'), onError: sayError };
  const toggle = useMutation({
    mutationFn: () => api.PUT('/channels/{id}', { params: { path }, body: { enabled: !enabled } }),
    ...options,
  });
  const accept = useMutation({
    mutationFn: () => api.POST('/channels/{id}/accept', { params: { path }, body: { version: newerVersion ?? 1 } }),
    ...options,
  });
  return (
    <li className="card stack">
      <div className="split">
        <div>
          <h2>{name}</h2>
          <p className="meta">
            <Badge tone={enabled ? 'good' : ''}>{enabled ? 'on' : 'off'}</Badge> {nameOf(agentId)}
            {acceptedVersion !== null && `, version ${acceptedVersion}`} · signed as {hmac.preset ?? hmac.header} · made{' '}
            <Time at={createdAt} />
          </p>
        </div>
        <div className="row">
          <Button look="quiet" aria-label={`Change ${name}`} onClick={onChange}>
            Change
          </Button>
          <Button look="quiet" busy={toggle.isPending} onClick={() => toggle.mutate()}>
            {enabled ? 'Switch off' : 'Switch on'}
          </Button>
          <DeleteButton
            name={name}
            onDelete={() => api.DELETE('/channels/{id}', { params: { path } }).then(() => forget('/channels'))}
          >
            Messages that still come are refused. Its conversations stay.
          </DeleteButton>
        </div>
      </div>
      <div className="row">
        <code className="wrap">{inboundOf(id)}</code>
        <CopyButton text={inboundOf(id)} />
      </div>
      {replyUrl && <p className="wrap dim">Answers go to {replyUrl}</p>}
      {newerVersion !== null && (
        <div className="note warn row">
          <span>Version {newerVersion} of the agent answers once you accept it.</span>
          <Button busy={accept.isPending} onClick={() => accept.mutate()}>
            Accept version {newerVersion}
          </Button>
        </div>
      )}
    </li>
  );
}

export function ChannelsPage() {
  const [isNew, setNew] = useState(false);
  const [changed, setChanged] = useState<Channel | undefined>();
  const [made, setMade] = useState<{ id: string; secret: string } | undefined>();
  return (
    <>
      <PageHead title="Channels" lead="Doors for other services: what they send is answered by an agent.">
        <Button look="primary" onClick={() => setNew(true)}>
          New channel
        </Button>
      </PageHead>
      <Listing
        query={pages('/channels', {})}
        empty={
          <Empty title="No channels yet">
            <p>A channel has an address that takes signed messages, from Slack, GitHub or a service of yours.</p>
          </Empty>
        }
      >
        {(channels) => (
          <ul className="cards single">
            {channels.map((channel) => (
              <ChannelCard key={channel.id} channel={channel} onChange={() => setChanged(channel)} />
            ))}
          </ul>
        )}
      </Listing>
      {isNew && <ChannelForm onClose={() => setNew(false)} onCreated={setMade} />}
      {changed && <ChannelForm channel={changed} onClose={() => setChanged(undefined)} />}
      {made && (
        <Dialog title="Channel created" onClose={() => setMade(undefined)}>
          <p>Messages go to this address:</p>
          <div className="row">
            <code className="wrap">{inboundOf(made.id)}</code>
            <CopyButton text={inboundOf(made.id)} />
          </div>
          <div className="note good">
            <p>
              <strong>The signing secret, shown this once:</strong>
            </p>
            <div className="row">
              <code className="wrap">{made.secret}</code>
              <CopyButton text={made.secret} label="Copy the secret" />
            </div>
          </div>
          <div className="actions">
            <Button look="primary" onClick={() => setMade(undefined)}>
              Done
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
