import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserClient, createBrowserClient } from '../../../test/harness/browser-client.ts';
import { engines } from '../../../test/harness/databases.ts';
import { createFakeClock, type FakeClock } from '../../../test/harness/fake-clock.ts';
import { freePort } from '../../../test/harness/free-port.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { type IdentityProvider, startIdentityProvider, testClient } from '../../../test/harness/identity-provider.ts';
import { recordLog } from '../../../test/harness/log-lines.ts';

type Me = { id: string; email: string };

describe.each(engines)('signing in by a browser on %s', (engine) => {
  let clock: FakeClock;
  let one: IdentityProvider;
  let other: IdentityProvider;
  let gateway: TestGateway;
  /** Another node on PostgreSQL, the same on SQLite. */
  let elsewhere: TestGateway;
  const log = recordLog();

  beforeAll(async () => {
    clock = createFakeClock(Date.now());
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    one = await startIdentityProvider({ baseUrls: [baseUrl] });
    other = await startIdentityProvider({ baseUrls: [baseUrl], claimsInIdToken: true });
    const settings = {
      PORT: String(port),
      GATEWAY_BASE_URL: baseUrl,
      RATE_LIMIT_AUTH: '100000',
      OIDC_PROVIDERS: JSON.stringify([one.setting({ id: 'a' }), other.setting({ id: 'b', name: 'Other' })]),
    };
    gateway = await startGateway(engine, { settings, clock, log: log.log });
    const { place } = gateway;
    elsewhere =
      engine === 'postgres'
        ? await startGateway(engine, { settings: { ...settings, PORT: '0' }, clock, log: log.log, place })
        : gateway;
    for (const { people } of [one, other]) {
      people.set('ada', { email: 'ada@example.com', email_verified: true, name: 'Ada' });
      people.set('grace', { email: 'grace@example.com', email_verified: true });
    }
  });
  afterAll(async () => {
    if (elsewhere !== gateway) await elsewhere?.stop();
    await gateway?.stop();
    for (const issuer of [one, other]) await issuer?.stop();
  });

  const isCallback = ({ pathname }: URL) => pathname.endsWith('/callback');

  function browserOf(person: string | undefined): BrowserClient {
    const browser = createBrowserClient();
    if (person) browser.setCookie(gateway.url, 'person', person);
    return browser;
  }
  /** To the provider, and what it sends the browser back with. */
  async function backFrom(browser: BrowserClient, id = 'a', returnTo = '/console/chat'): Promise<URL> {
    const query = new URLSearchParams({ returnTo });
    const steps = await browser.go(`${gateway.url}/auth/oidc/${id}/start?${query}`, isCallback);
    const back = steps.at(-1)?.location;
    if (!back || !isCallback(back)) throw new Error(`There is no way back: ${JSON.stringify(steps.at(-1))}`);
    return back;
  }
  const arrive = (browser: BrowserClient, { pathname, search }: URL, node = elsewhere) =>
    browser.step(`${node.url}${pathname}${search}`);
  const outcome = async (browser: BrowserClient, back: URL) => {
    const { status, location, setCookies } = await arrive(browser, back);
    const isSignedIn = setCookies.some((line) => /^gateway_console=[^;]/.test(line));
    return [status, `${location?.pathname}${location?.search}${location?.hash}`, isSignedIn];
  };
  const refused = (code: string) => [303, `/console#sign-in-error=${code}`, false];
  async function whoIs(browser: BrowserClient): Promise<Me | undefined> {
    const { status, text } = await browser.step(`${gateway.url}/console/session/refresh`, { method: 'POST' });
    if (status !== 200) return undefined;
    const { accessToken } = JSON.parse(text) as { accessToken: string };
    return (await gateway.call<Me>('GET', '/auth/me', { token: accessToken })).body;
  }

  it('begins with the list of providers', async () => {
    const { status, body } = await gateway.call('GET', '/auth/oidc');
    const shown = [
      { id: 'a', name: 'Company login', startUrl: '/auth/oidc/a/start' },
      { id: 'b', name: 'Other', startUrl: '/auth/oidc/b/start' },
    ];
    expect([status, body]).toEqual([200, { data: shown, nextCursor: null }]);
  });

  it('makes an account the first time and finds it the next, on any node, with nothing secret in a log or an address', async () => {
    const browser = browserOf('ada');
    const begun = await browser.step(`${gateway.url}/auth/oidc/a/start?returnTo=/console/chat`);
    expect(begun.location?.searchParams.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(begun.location?.searchParams.get(name)?.length).toBeGreaterThan(40);
    expect(begun.setCookies).toEqual([expect.stringMatching(/; Path=\/; Max-Age=600; SameSite=Lax; HttpOnly$/)]);

    const back = await backFrom(browser, 'a', '/console/chat?new=1#end');
    const done = await arrive(browser, back);
    expect([done.status, done.location?.href]).toEqual([303, `${elsewhere.url}/console/chat?new=1#end`]);
    expect(done.setCookies).toContainEqual(
      expect.stringMatching(/^gateway_console=.+; Path=\/console\/session; Max-Age=604800; HttpOnly; SameSite=Strict$/),
    );
    const me = await whoIs(browser);
    expect(me).toMatchObject({ email: 'ada@example.com' });

    const next = browserOf('ada');
    await arrive(next, await backFrom(next), gateway);
    expect((await whoIs(next))?.id).toBe(me?.id);
    const written = log.text();
    expect(written).toContain('/auth/oidc/a/callback');
    for (const secret of [
      back.searchParams.get('code') ?? '',
      back.searchParams.get('state') ?? '',
      testClient.secret,
      'eyJ',
    ])
      expect([secret.slice(0, 4), written.includes(secret)]).toEqual([secret.slice(0, 4), false]);
  });

  it('is refused without the cookie of the browser that began it, so that nobody is signed in as somebody else', async () => {
    const attacker = browserOf('ada');
    const back = await backFrom(attacker);
    const victim = browserOf('grace');
    expect(await outcome(victim, back)).toEqual(refused('sign_in_expired'));
    // Also in the middle of a sign-in of their own, which this does not end.
    const own = await backFrom(victim);
    expect(await outcome(victim, back)).toEqual(refused('sign_in_expired'));
    expect(await whoIs(victim)).toBeUndefined();
    expect(await outcome(victim, own)).toEqual([303, '/console/chat', true]);
    expect(await whoIs(victim)).toMatchObject({ email: 'grace@example.com' });
  });

  it('comes back once, also when everything is sent again, and with no other state', async () => {
    const browser = browserOf('grace');
    const back = await backFrom(browser);
    const kept = new Map(browser.cookies(gateway.url));
    const wrong = new URL(back);
    wrong.searchParams.set('state', `${back.searchParams.get('state')}x`);
    expect(await outcome(browser, wrong)).toEqual(refused('sign_in_expired'));
    wrong.searchParams.delete('state');
    expect(await outcome(browser, wrong)).toEqual(refused('sign_in_expired'));
    const outcomes = await Promise.all([outcome(browser, back), outcome(browser, back), outcome(browser, back)]);
    expect(outcomes.filter(([, , isSignedIn]) => isSignedIn)).toHaveLength(1);
    for (const [name, value] of kept) browser.setCookie(gateway.url, name, value);
    expect(await outcome(browser, back)).toEqual(refused('sign_in_expired'));
    // A code that was used already, in a sign-in that is new.
    const again = await backFrom(browser);
    again.searchParams.set('code', back.searchParams.get('code') ?? '');
    expect(await outcome(browser, again)).toEqual(refused('sign_in_denied'));
  });

  it('ends after ten minutes, and a cookie that was changed is none', async () => {
    const browser = browserOf('grace');
    const back = await backFrom(browser);
    const [name, value = ''] = [...browser.cookies(gateway.url)].find(([key]) => key === 'gateway_sign_in') ?? [];
    browser.setCookie(gateway.url, name ?? '', `${value.slice(0, -3)}${value.endsWith('AAA') ? 'BBB' : 'AAA'}`);
    expect(await outcome(browser, back)).toEqual(refused('sign_in_expired'));
    browser.setCookie(gateway.url, name ?? '', value);
    clock.advance(600_001);
    expect(await outcome(browser, back)).toEqual(refused('sign_in_expired'));
    clock.set(Date.now());
  });

  it('does not mix up providers', async () => {
    const browser = browserOf('grace');
    const fromOne = await backFrom(browser, 'a');
    // The answer of one issuer at the address of another.
    const moved = new URL(fromOne.href.replace('/oidc/a/', '/oidc/b/'));
    expect(await outcome(browser, moved)).toEqual(refused('sign_in_expired'));
    const second = browserOf('grace');
    const fromOther = await backFrom(second, 'b');
    const mixed = new URL(fromOther);
    mixed.searchParams.set('iss', one.issuer);
    expect(await outcome(second, mixed)).toEqual(refused('invalid_id_token'));
    const third = browserOf('grace');
    const without = await backFrom(third, 'b');
    without.searchParams.delete('iss');
    expect(await outcome(third, without)).toEqual(refused('invalid_id_token'));
  });

  it('is refused with another nonce than its own', async () => {
    const browser = browserOf('grace');
    const started = await browser.step(`${gateway.url}/auth/oidc/a/start`);
    const changed = new URL(started.location as URL);
    changed.searchParams.set('nonce', 'n'.repeat(43));
    const back = (await browser.go(changed, isCallback)).at(-1)?.location as URL;
    expect(await outcome(browser, back)).toEqual(refused('invalid_id_token'));
  });

  it('tells of a person who was not let in by the provider', async () => {
    const browser = browserOf(undefined);
    expect(await outcome(browser, await backFrom(browser))).toEqual(refused('sign_in_denied'));
  });

  it('returns to paths of the console only', async () => {
    const ask = (returnTo: string) =>
      gateway.call('GET', `/auth/oidc/a/start?${new URLSearchParams({ returnTo })}`, {});
    for (const path of ['/console', '/console/', '/console/chat?a=b#c', '/console//x', '/console?x=//evil.example'])
      expect([path, (await ask(path)).status]).toEqual([path, 303]);
    for (const path of [
      'https://evil.example/console',
      '//evil.example/console',
      '/\\evil.example/console',
      '/consolex',
      '/console/../auth/me',
      '/console/%2e%2e/auth/me',
      '/console/..\\..\\docs',
      '/auth/me',
      'console',
      ' /console',
      '/\t/evil.example',
      'javascript:alert(1)//console',
      '',
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 400]);
  });

  it('does not know other providers', async () => {
    expect((await gateway.call('GET', '/auth/oidc/none/start')).status).toBe(404);
    expect((await gateway.call('GET', '/auth/oidc/none/callback?code=x&state=y')).status).toBe(404);
    expect((await gateway.call('POST', '/auth/oidc/none/exchange', { body: { idToken: 'x' } })).status).toBe(404);
  });

  it('ends at the provider too, where the browser is sent on signing out', async () => {
    const logout = async (browser: BrowserClient, headers: Record<string, string> = {}) => {
      const { status, text } = await browser.step(`${gateway.url}/auth/oidc/logout`, { method: 'POST', headers });
      return { status, url: (JSON.parse(text) as { url?: string | null }).url };
    };
    const browser = browserOf('grace');
    expect(await logout(browser)).toEqual({ status: 200, url: null });
    await arrive(browser, await backFrom(browser));
    expect((await logout(browser, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const { url } = await logout(browser);
    expect(url?.startsWith(`${one.issuer}/session/end?`)).toBe(true);
    expect(Object.fromEntries(new URL(url ?? '').searchParams)).toMatchObject({
      client_id: 'gateway',
      post_logout_redirect_uri: `${gateway.url}/console`,
      id_token_hint: expect.stringMatching(/^eyJ/),
    });
    const page = await browser.step(url ?? '');
    expect([page.status, page.text.includes('logout')]).toEqual([200, true]);
    expect(await logout(browser)).toEqual({ status: 200, url: null });
  });
});
