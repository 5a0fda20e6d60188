import type { MemoryEntry } from '@client/api.ts';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../api/client.ts';
import { forget, pages, queries } from '../api/queries.ts';
import { Entry } from '../memory/entry.tsx';
import { Profile } from '../memory/profile.tsx';
import { MemoryPolicies } from '../memory/profiles.tsx';
import { Promotions } from '../memory/promotions.tsx';
import { isTier, tierLabels } from '../memory/tiers.ts';
import { Button, Empty, ErrorNote, Loading, PageHead } from '../ui/basics.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Listing } from '../ui/list.tsx';
import { Tabs } from '../ui/tabs.tsx';

type TierName = MemoryEntry['tier'];
type View = TierName | 'policies' | 'promotions';
const tabs: { name: View; label: string }[] = [
  ...Object.entries(tierLabels).map(([name, label]) => ({ name: name as TierName, label })),
  { name: 'policies', label: 'Policies' },
  { name: 'promotions', label: 'Promotions' },
];
const viewOf = (name: string | undefined): View =>
  name === 'promotions' || name === 'policies' || isTier(name) ? name : 'strategic';

const whatFor: Record<TierName, ReactNode> = {
  strategic: (
    <>
      What should always be known. Agents first write down what they hear under{' '}
      <Link to="/memory" search={{ tier: 'daily' }}>
        Daily
      </Link>
      ; what lasts moves here.
    </>
  ),
  daily: 'What agents pick up while they talk with you, day by day.',
  session: 'Long conversations are summed up here.',
  profile: 'Facts about you, such as your city or language.',
};

function Found({ q }: { q: string }) {
  const { data, error } = queries.useQuery('get', '/memory/search', { params: { query: { q, limit: 20 } } });
  if (error) return <ErrorNote error={error} />;
  if (!data) return <Loading />;
  if (data.data.length === 0) return <Empty title="Nothing like that is remembered" />;
  return (
    <ul className="cards single">
      {data.data.map(({ entry, score }) => (
        <Entry key={entry.id} entry={entry} note={`${tierLabels[entry.tier]} · ${Math.round(score * 100)}% alike`} />
      ))}
    </ul>
  );
}

function NewNote() {
  const [content, setContent] = useState('');
  const add = useMutation({
    mutationFn: () => api.POST('/memory/notes', { body: { content } }),
    onSuccess: () => {
      setContent('');
      return forget('/memory');
    },
  });
  return (
    <form
      className="row add-line"
      onSubmit={(event) => {
        event.preventDefault();
        if (content.trim()) add.mutate();
      }}
    >
      <input
        aria-label="New note"
        placeholder="Something your agents should always know"
        value={content}
        onChange={({ target }) => setContent(target.value)}
      />
      <Button type="submit" busy={add.isPending} disabled={!content.trim()}>
        Add note
      </Button>
      <ErrorNote error={add.error} />
    </form>
  );
}

function Tier({ tier }: { tier: TierName }) {
  return (
    <>
      {tier === 'strategic' && <NewNote />}
      {tier === 'profile' && <Profile />}
      <Listing
        query={pages('/memory/entries', { query: { tier } })}
        empty={
          <Empty title="Nothing here yet">
            <p>{whatFor[tier]}</p>
          </Empty>
        }
      >
        {(entries) => (
          <ul className="cards single">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} note={entry.date ?? ''} />
            ))}
          </ul>
        )}
      </Listing>
    </>
  );
}

/** The browser makes the file itself; nothing is sent. */
async function download(): Promise<void> {
  const everything = await dataOf(api.GET('/memory/export'));
  const url = URL.createObjectURL(new Blob([JSON.stringify(everything, null, 2)], { type: 'application/json' }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = 'memory.json';
  anchor.click();
  URL.revokeObjectURL(url);
}

export function MemoryPage() {
  const view = viewOf(useSearch({ from: '/memory' }).tier);
  const navigate = useNavigate({ from: '/memory' });
  const [q, setQ] = useState('');
  const [asking, setAsking] = useState(false);
  const save = useMutation({ mutationFn: download });
  const erase = useMutation({
    mutationFn: () => api.DELETE('/memory'),
    onSuccess: async () => {
      setAsking(false);
      await forget('/memory');
    },
  });
  const query = q.trim();
  return (
    <>
      <PageHead title="Memory" lead="What agents know about you in this workspace. Nobody else sees it.">
        <Button busy={save.isPending} onClick={() => save.mutate()}>
          Export
        </Button>
        <Button look="danger" onClick={() => setAsking(true)}>
          Erase everything
        </Button>
      </PageHead>
      <ErrorNote error={save.error} />
      <div className="search">
        <input
          type="search"
          aria-label="Search by meaning"
          placeholder="Search by meaning"
          value={q}
          onChange={({ target }) => setQ(target.value)}
        />
      </div>
      {query ? (
        <Found q={query} />
      ) : (
        <Tabs
          label="Tiers"
          tabs={tabs}
          chosen={view}
          onChoose={(tier) => void navigate({ search: { tier }, replace: true })}
        >
          {view === 'promotions' ? <Promotions /> : view === 'policies' ? <MemoryPolicies /> : <Tier tier={view} />}
        </Tabs>
      )}
      {asking && (
        <Confirm
          title="Erase everything?"
          action="Erase it all"
          busy={erase.isPending}
          onConfirm={() => erase.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>Notes, days, profile and summaries in this workspace are gone for good. Export them first if in doubt.</p>
          <ErrorNote error={erase.error} />
        </Confirm>
      )}
    </>
  );
}
