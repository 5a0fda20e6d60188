import { expect, it } from 'vitest';
import { parseProviders } from '../../platform/oidc/provider-settings.ts';
import { emailOf, requireDomain, roleFor } from './identity-rules.ts';

const providerOf = (more: object) => {
  const [provider] = parseProviders(
    JSON.stringify([{ id: 'p', issuer: 'https://login.example.com', clientId: 'c', ...more }]),
  ).providers;
  if (!provider) throw new Error('The setting is wrong.');
  return provider;
};

it('believes an address of a Google account only where Google says that the domain is theirs', () => {
  const google = providerOf({ issuer: 'https://accounts.google.com', allowedDomains: ['example.com'] });
  const claims = { email: 'ada@example.com', email_verified: true };
  const check = (more: object) => () => requireDomain(google, emailOf(claims, google), { ...claims, ...more });
  expect(check({ hd: 'example.com' })).not.toThrow();
  expect(check({})).toThrow('may not sign in');
  expect(check({ hd: 'other.example' })).toThrow('may not sign in');
});

it('gives everyone else the role of the star, and nothing by names that objects have anyway', () => {
  const roles = {
    workspaceId: 'ws_1',
    roleClaim: 'https://example.com/roles',
    roles: { boss: 'admin', '*': 'member' },
  };
  const provider = providerOf(roles);
  expect(roleFor(provider, { 'https://example.com/roles': ['boss'] })).toBe('admin');
  expect(roleFor(provider, {})).toBe('member');
  const strict = providerOf({ ...roles, roleClaim: '__proto__.constructor', roles: { boss: 'admin' } });
  expect(roleFor(strict, {})).toBeUndefined();
});
