import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChildGateway, startChildGateway } from '../harness/child-gateway.ts';
import { newPlace, type Place } from '../harness/databases.ts';
import { type IdentityProvider, startIdentityProvider } from '../harness/identity-provider.ts';

const credentials = { email: 'ada@example.com', password: 'correct horse battery' };

let place: Place;
let child: ChildGateway;
let issuer: IdentityProvider;
let silent: IdentityProvider;
beforeAll(async () => {
  [place, issuer, silent] = await Promise.all([newPlace('sqlite'), startIdentityProvider(), startIdentityProvider()]);
  silent.instead(() => undefined);
  child = await startChildGateway({
    ...place.settings,
    RATE_LIMIT_AUTH: '1000000',
    OIDC_PROVIDERS: JSON.stringify([issuer.setting(), silent.setting({ id: 'silent' })]),
  });
});
afterAll(async () => {
  await child?.end('SIGTERM');
  await Promise.all([issuer?.stop(), silent?.stop()]);
  await place?.remove();
});

async function post(path: string, body: object): Promise<number> {
  const answer = await fetch(`${child.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  await answer.text();
  return answer.status;
}

/** The middle of eleven logins, one after another. */
async function loginMs(): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 11; n += 1) {
    const began = performance.now();
    expect(await post('/auth/login', credentials)).toBe(200);
    times.push(performance.now() - began);
  }
  return times.toSorted((one, other) => one - other)[5] ?? 0;
}

it('logins are as fast while strangers exchange tokens in a storm and another issuer is silent', {
  timeout: 120_000,
}, async () => {
  expect(await post('/auth/register', credentials)).toBe(201);
  const iat = Math.floor(Date.now() / 1_000);
  const claims = { iss: issuer.issuer, aud: 'gateway', iat, exp: iat + 600 };
  const tokenOf = (sub: string) => issuer.sign({ ...claims, sub, email: `${sub}@example.com` });
  const forged = `${await tokenOf('forged')}x`;
  const alone = await loginMs();

  let storming = true;
  const answered = new Map<number, number>();
  const storm = Array.from({ length: 8 }, async (_, stranger) => {
    for (let n = 0; storming; n += 1) {
      const isNew = n % 8 === 0;
      const idToken = isNew ? await tokenOf(`s${stranger}-${n}`) : forged;
      const path = n % 16 === 1 ? '/auth/oidc/silent/exchange' : '/auth/oidc/company/exchange';
      const asked = post(path, { idToken });
      // Nobody waits for the silent issuer.
      const status = n % 16 === 1 ? undefined : await asked;
      if (status !== undefined) answered.set(status, (answered.get(status) ?? 0) + 1);
      else void asked.catch(() => undefined);
    }
  });
  const meanwhile = await loginMs();
  storming = false;
  await Promise.all(storm);
  process.stdout.write(
    `provider storm: a login took ${Math.round(alone)} ms alone and ${Math.round(meanwhile)} ms beside ${JSON.stringify([...answered])}\n`,
  );
  expect([...answered.keys()].sort()).toEqual([200, 401]);
  expect(meanwhile).toBeLessThan(alone * 3 + 500);
});
