import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Erase } from '../account/erase.tsx';
import { Keys } from '../account/keys.tsx';
import { PasswordCard } from '../account/password.tsx';
import { Profile } from '../account/profile.tsx';
import { SecondFactorCard } from '../account/second-factor.tsx';
import { SignIns } from '../account/sign-ins.tsx';
import { meQuery } from '../api/queries.ts';
import { ErrorNote, Loading, PageHead } from '../ui/basics.tsx';
import { Tabs } from '../ui/tabs.tsx';

const parts = [
  { name: 'keys', label: 'Keys' },
  { name: 'security', label: 'Sign-in' },
  { name: 'profile', label: 'Profile' },
] as const;

export function AccountPage() {
  const { data: me, error } = useQuery(meQuery);
  const { part } = useSearch({ from: '/account' });
  const navigate = useNavigate();
  const chosen = parts.find(({ name }) => name === part)?.name ?? 'keys';
  if (error) return <ErrorNote error={error} />;
  if (!me) return <Loading />;
  return (
    <>
      <PageHead title="Account" lead={me.email} />
      <Tabs
        label="Parts of the account"
        tabs={parts}
        chosen={chosen}
        onChoose={(name) => void navigate({ to: '/account', search: { part: name }, replace: true })}
      >
        {chosen === 'keys' && <Keys />}
        {chosen === 'security' && (
          <div className="stack">
            <div className="columns">
              <PasswordCard me={me} />
              <SecondFactorCard me={me} />
            </div>
            <SignIns />
          </div>
        )}
        {chosen === 'profile' && (
          <div className="columns">
            <Profile me={me} />
            <Erase me={me} />
          </div>
        )}
      </Tabs>
    </>
  );
}
