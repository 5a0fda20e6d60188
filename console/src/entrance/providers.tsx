import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../api/queries.ts';

const words: Record<string, string> = {
  account_disabled: 'This account is disabled. Ask the operator of this gateway.',
  registration_closed: 'There is no account for you here. Ask the operator of this gateway for one.',
  conflict: 'There is an account with your address already. Sign in to it with its password.',
  unavailable: 'The identity provider cannot be reached at the moment. Try again in a minute.',
  forbidden: 'The identity provider says that you may not sign in here.',
};

/** Why a sign-in by a provider failed: the gateway puts a code into the fragment. */
function useProviderError(): string | undefined {
  const [code] = useState(() => new URLSearchParams(location.hash.slice(1)).get('sign-in-error') ?? undefined);
  if (code && location.hash) history.replaceState(history.state, '', location.pathname + location.search);
  return code && (words[code] ?? 'The sign-in did not succeed. Try it again.');
}

/** A link to each identity provider; nothing where there is none. */
export function Providers() {
  const { data } = useQuery(queries.queryOptions('get', '/auth/oidc'));
  const error = useProviderError();
  const returnTo = encodeURIComponent(location.pathname);
  return (
    <>
      {error && (
        <div className="note bad" role="alert">
          {error}
        </div>
      )}
      {data?.data.map(({ id, name, startUrl }) => (
        <a key={id} className="button plain whole" href={`${startUrl}?returnTo=${returnTo}`}>
          Sign in with {name}
        </a>
      ))}
    </>
  );
}
