import { describe, expect, it } from 'vitest';
import { type ConfigError, readConfig } from '../../config.ts';
import { parseProviders } from './provider-settings.ts';

const right = {
  id: 'company',
  issuer: 'https://login.example.com',
  clientId: 'gateway',
  clientSecret: 'a-very-secret-value',
};

describe('identity providers in the settings', () => {
  it('are read with their defaults', () => {
    const { providers, problems } = parseProviders(JSON.stringify([right]));
    expect(problems).toEqual([]);
    expect(providers[0]).toMatchObject({
      id: 'company',
      name: 'company',
      scopes: ['openid', 'email', 'profile'],
      trustEmail: false,
    });
    expect(parseProviders('[]')).toEqual({ providers: [], problems: [] });
  });

  it.each([
    [{ id: undefined }, 'id must be'],
    [{ id: 'Has Spaces' }, 'id must be'],
    [{ id: '../admin' }, 'id must be'],
    [{ issuer: 'login.example.com' }, 'issuer must be'],
    [{ issuer: 'http://login.example.com' }, 'issuer must be an https address'],
    [{ issuer: 'ftp://login.example.com' }, 'issuer must be an https address'],
    [{ issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' }, 'issuer must name one tenant'],
    [{ issuer: 'https://user:a-very-secret-value@login.example.com' }, 'issuer must have no query'],
    [{ clientId: '' }, 'clientId is missing'],
    [{ clientSecret: 5 }, 'clientSecret must be'],
    [{ scopes: 'openid email' }, 'scopes must be a list'],
    [{ allowedDomains: ['@example.com'] }, 'allowedDomains must be'],
    [{ allowedDomains: ['*.example.com'] }, 'allowedDomains must be'],
    [{ allowedDomains: [] }, 'allowedDomains must be'],
    [{ workspaceId: 'acme' }, 'workspaceId must be'],
    [{ roleClaim: 'groups' }, 'need each other'],
    [{ roleClaim: 'groups', roles: { a: 'member' } }, 'roleClaim needs workspaceId'],
    [{ workspaceId: 'ws_1', roleClaim: 'groups', roles: { a: 'owner' } }, 'a provider makes nobody an owner'],
    [{ clientSecert: 'a-very-secret-value' }, 'not known'],
  ])('%j is named, without any value', (change, expected) => {
    const { problems } = parseProviders(JSON.stringify([{ ...right, ...change }]));
    expect(problems.join('\n')).toContain(
      `provider 1: ${expected}`
        .replace('provider 1: need', 'need')
        .replace('provider 1: not', 'not')
        .replace('provider 1: a provider', 'a provider'),
    );
    expect(problems.join('\n')).not.toContain('a-very-secret-value');
  });

  it('are named one line for each mistake, all of them at start', () => {
    const providers = [{ ...right, id: 'A', clientId: '' }, { ...right }, { ...right }, 7];
    const problemsOf = (json: string) => {
      try {
        readConfig({ JWT_SECRET: 'x'.repeat(32), OIDC_PROVIDERS: json });
        return [];
      } catch (error) {
        return [...(error as ConfigError).problems];
      }
    };
    expect(problemsOf(JSON.stringify(providers))).toEqual([
      'OIDC_PROVIDERS provider 1: id must be 1 to 32 lower-case letters, digits and hyphens',
      'OIDC_PROVIDERS provider 1: clientId is missing',
      'OIDC_PROVIDERS provider 3: the id "company" is there twice',
      'OIDC_PROVIDERS provider 4: must be an object',
    ]);
    expect(problemsOf('{"id": "a-very-secret-value')).toEqual(['OIDC_PROVIDERS is not valid JSON']);
    expect(problemsOf('{}')).toEqual(['OIDC_PROVIDERS must be a JSON list of providers']);
  });

  it('may use http on this machine, and elsewhere where the operator says so', () => {
    const problemsOf = (more: object) => parseProviders(JSON.stringify([{ ...right, ...more }])).problems;
    for (const issuer of ['http://localhost:8080/realms/a', 'http://127.0.0.1:1', 'http://[::1]:1'])
      expect([issuer, problemsOf({ issuer })]).toEqual([issuer, []]);
    expect(problemsOf({ issuer: 'http://keycloak:8080', allowHttp: true })).toEqual([]);
    expect(problemsOf({ issuer: 'http://127.0.0.1.evil.example' })).toHaveLength(1);
  });
});
