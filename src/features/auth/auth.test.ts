import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { createFakeClock } from '../../../test/harness/fake-clock.ts';
import { type Answer, startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { quickPerson } from '../../../test/harness/people.ts';
import { claimsOf } from '../../../test/harness/tokens.ts';
import { passwordRounds } from './passwords/password-queue.ts';

/** 36 characters, 72 bytes: the longest password there is. */
const adasPassword = 'é'.repeat(36);
/** 8 characters: the shortest. */
const bobsPassword = 'ábcd😀fgh';

type Pair = { accessToken: string; refreshToken: string };

describe.each(engines)('authentication on %s', (engine) => {
  const clock = createFakeClock();
  let gateway: TestGateway;
  let ada: Answer<Pair>;

  beforeAll(async () => {
    gateway = await startGateway(engine, { clock, passwordRounds, settings: { TRUST_PROXY: '127.0.0.1' } });
    const body = {
      email: ' Ada.Lovelace@Example.COM\t',
      password: adasPassword,
      role: 'owner',
      id: 'usr_me',
      createdAt: 1,
    };
    ada = await gateway.call<Pair>('POST', '/auth/register', { body });
  });
  afterAll(() => gateway.stop());

  /** A request from the given address, as a proxy we trust reports it. */
  const post = <Body>(path: string, body: unknown, address = '192.0.2.1') =>
    gateway.call<Body>('POST', path, { body, headers: { 'x-forwarded-for': address } });
  const login = (email: string, password: string, address?: string) =>
    post<Pair & { code: string }>('/auth/login', { email, password }, address);

  /** Saves the 0.3 s that each guess takes. */
  const guessedSoFar = (count: number) =>
    gateway.gateway.database.run("UPDATE rate_limits SET count = $1 WHERE key LIKE 'failed-logins:%'", [count]);

  it('stores passwords as bcrypt of twelve rounds', async () => {
    const [row] = await gateway.gateway.database.all<{ password_hash: string }>('SELECT password_hash FROM users');
    expect(row?.password_hash).toMatch(/^\$2b\$12\$/);
  });

  it('registers a person and gives exactly a pair of tokens', async () => {
    expect(ada.status).toBe(201);
    expect(Object.keys(ada.body)).toEqual(['accessToken', 'refreshToken']);
    const me = await gateway.call('GET', '/auth/me', { token: ada.body.accessToken });
    expect(me.status).toBe(200);
    // What the body said beyond email and password has no effect.
    expect(me.body).toEqual({
      id: expect.stringMatching(/^usr_[0-9a-z]{26}$/),
      email: 'ada.lovelace@example.com',
      emailVerifiedAt: null,
      pendingEmail: null,
      name: null,
      hasPassword: true,
      defaultWorkspaceId: expect.stringMatching(/^ws_[0-9a-z]{26}$/),
      createdAt: new Date(clock.now()).toISOString(),
    });
    expect(claimsOf(ada.body.accessToken).uid).toBe(me.body.id);
  });

  it('makes a personal workspace that the person owns', async () => {
    const rows = await gateway.gateway.database.all(
      `SELECT w.personal, m.role FROM users u JOIN workspaces w ON w.id = u.default_workspace_id
       JOIN workspace_members m ON m.workspace_id = w.id AND m.user_id = u.id WHERE u.email = $1`,
      ['ada.lovelace@example.com'],
    );
    expect(rows).toEqual([{ personal: 1, role: 'owner' }]);
  });

  it('stores the password as bcrypt of cost 12 and nothing else', async () => {
    const row = await gateway.gateway.database.get<Record<string, unknown>>('SELECT * FROM users WHERE email = $1', [
      'ada.lovelace@example.com',
    ]);
    expect(row?.password_hash).toMatch(/^\$2[aby]\$12\$[./A-Za-z0-9]{53}$/);
    expect(JSON.stringify(row)).not.toContain(adasPassword);
  });

  it('logs in with the same email however it is written', async () => {
    const { status, body } = await login('ADA.lovelace@example.com ', adasPassword);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['accessToken', 'refreshToken']);
    expect(body.refreshToken).not.toBe(ada.body.refreshToken);
    expect(claimsOf(body.accessToken).uid).toBe(claimsOf(ada.body.accessToken).uid);
  });

  it('gives scripts a bearer token at /auth/token', async () => {
    const credentials = { email: 'ada.lovelace@example.com', password: adasPassword };
    const { status, body } = await post<{ token: string }>('/auth/token', credentials);
    expect(status).toBe(200);
    expect(body).toEqual({ token: body.token, accessToken: body.token, tokenType: 'Bearer', expiresIn: 900 });
    expect((await gateway.call('GET', '/auth/me', { token: body.token })).status).toBe(200);
  });

  it.each([
    ['a password of 7 characters', { email: 'new@example.com', password: '😀'.repeat(7) }, 'password'],
    ['a password of 73 bytes', { email: 'new@example.com', password: 'x'.repeat(73) }, 'password'],
    ['a password of 73 bytes in 37 characters', { email: 'new@example.com', password: `${adasPassword}x` }, 'password'],
    ['no password', { email: 'new@example.com' }, 'password'],
    ['a password that is no text', { email: 'new@example.com', password: 12_345_678 }, 'password'],
    ['no email', { password: adasPassword }, 'email'],
    ['an email without @', { email: 'new.example.com', password: adasPassword }, 'email'],
    ['an email of spaces', { email: '   @   ', password: adasPassword }, 'email'],
    ['an email as a list', { email: ['new@example.com'], password: adasPassword }, 'email'],
  ])('refuses to register with %s', async (_name, body, path) => {
    const answer = await post<{ code: string; errors: { path: string }[] }>('/auth/register', body);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('validation_failed');
    expect(answer.body.errors.map((error) => error.path)).toContain(path);
  });

  it('answers 409 when the email is taken, however it is written', async () => {
    const again = await post('/auth/register', { email: 'ADA.LOVELACE@example.com', password: 'something else' });
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it('lets one of two registrations of one email win', async () => {
    const body = { email: 'bob@example.com', password: bobsPassword };
    const answers = await Promise.all([post('/auth/register', body), post('/auth/register', body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const count = 'SELECT count(*) AS n FROM workspaces';
    expect(await gateway.gateway.database.get(count)).toEqual({ n: 2 });
  });

  it('does not take a longer password whose first 72 bytes are right', async () => {
    const { status, body } = await login('ada.lovelace@example.com', `${adasPassword}x`);
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'invalid_credentials' });
  });

  it('answers an unknown email and a wrong password alike, in the same time, and after ten guesses not at all', {
    timeout: 90_000,
  }, async () => {
    const address = '198.51.100.7';
    const timed = async (email: string) => {
      const began = performance.now();
      const answer = await login(email, 'a wrong password', address);
      return { answer, ms: performance.now() - began };
    };
    const wrong: Awaited<ReturnType<typeof timed>>[] = [];
    const unknown: typeof wrong = [];
    for (let n = 0; n < 3; n += 1) {
      wrong.push(await timed('ada.lovelace@example.com'));
      unknown.push(await timed('nobody@example.com'));
    }
    for (const { answer } of [...wrong, ...unknown]) {
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({
        type: 'urn:agent-gateway:problem:invalid_credentials',
        title: 'Email or password is wrong',
        status: 401,
        detail: 'Email or password is wrong.',
        code: 'invalid_credentials',
        requestId: answer.headers.get('x-request-id'),
      });
    }
    const median = (runs: typeof wrong) => runs.map(({ ms }) => ms).sort((a, b) => a - b)[1] ?? 0;
    // Without a comparison an unknown email takes a hundredth of the time; half to double is noise on a busy machine.
    expect(median(unknown) / median(wrong)).toBeGreaterThan(0.5);
    expect(median(unknown) / median(wrong)).toBeLessThan(2);

    await guessedSoFar(9);
    expect((await login('ada.lovelace@example.com', 'the tenth guess', address)).status).toBe(401);
    clock.advance(20_000);
    // The right password would tell the guesser that it is right.
    for (const password of ['a wrong password', adasPassword]) {
      const refused = await login('ada.lovelace@example.com', password, address);
      expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      expect(refused.headers.get('retry-after')).toBe('40');
      expect(refused.headers.get('ratelimit-policy')).toBe('"failed-logins";q=10;w=60');
      expect(refused.headers.get('ratelimit')).toBe('"failed-logins";r=0;t=40');
    }
    expect(
      (await post('/auth/token', { email: 'ada.lovelace@example.com', password: adasPassword }, address)).status,
    ).toBe(429);
    // Another account from there, and the same one from elsewhere, are not touched by it.
    const others = [login('bob@example.com', bobsPassword, address), login('ada.lovelace@example.com', adasPassword)];
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200]);
    clock.advance(40_000);
    expect((await login('ada.lovelace@example.com', adasPassword, address)).status).toBe(200);
  });

  it('does not let guesses sent all at once slip past the limit', { timeout: 90_000 }, async () => {
    const guess = (n: number) => login('bob@example.com', `guess number ${n}`, '203.0.113.5');
    expect((await guess(0)).status).toBe(401);
    await guessedSoFar(5);
    const guesses = await Promise.all(Array.from({ length: 30 }, (_, n) => guess(n)));
    const tried = guesses.filter(({ status }) => status === 401).length;
    expect(tried).toBe(5);
    expect(guesses.filter(({ status }) => status === 429).length).toBe(30 - tried);
  });

  it('tells nobody whether a password was right that was compared while others used up the guesses', async () => {
    const { email, password } = await quickPerson(gateway, 'guessed', clock);
    expect((await login(email, 'a wrong password')).status).toBe(401);
    const { database } = gateway.gateway;
    const { get } = database;
    onTestFinished(() => void Object.assign(database, { get }));
    for (const guess of ['a wrong password', password]) {
      await guessedSoFar(9);
      Object.assign(database, {
        /** After the look at the count, before the comparison: a guess on another node. */
        async get(sql: string, params: string[]) {
          if (params?.includes(email)) await guessedSoFar(10);
          return get(sql, params);
        },
      });
      const refused = await login(email, guess);
      expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      expect(refused.headers.get('retry-after')).toBe('60');
      Object.assign(database, { get });
    }
    await guessedSoFar(9);
    expect((await login(email, password)).status).toBe(200);
  });
});
