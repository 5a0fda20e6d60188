import pino from 'pino';
import { expect, it } from 'vitest';
import { createFakeClock } from '../../../test/harness/fake-clock.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import { createSignInCookies } from './sign-in-cookies.ts';

const secrets = createSecretBox({
  encryption: { key: 'k'.repeat(32), previousKey: undefined },
  jwt: { secret: 's'.repeat(32), previousSecret: undefined },
  log: pino({ level: 'silent' }),
});
const cookiesFor = (secure: boolean) =>
  createSignInCookies({ secrets, clock: createFakeClock(), secure, keepSeconds: 600 });
const journey = { providerId: 'a', state: 's', nonce: 'n', verifier: 'v', returnTo: '/console' };
const pairOf = (line: string) => line.split(';', 1)[0] ?? '';

it('over https no page of a sibling domain can put another sign-in in the place of this one', () => {
  const { keepJourney, readJourney } = cookiesFor(true);
  const line = keepJourney(journey);
  expect(line).toMatch(/^__Host-gateway_sign_in=[^;]+; Path=\/; Max-Age=600; SameSite=Lax; HttpOnly; Secure$/);
  expect(readJourney(`other=1; ${pairOf(line)}`)).toMatchObject(journey);
  expect(readJourney(pairOf(line).replace('__Host-', ''))).toBeUndefined();
});

it('what was sealed for one purpose does not serve another', () => {
  const { keepOrigin, readOrigin, readJourney, keepJourney } = cookiesFor(false);
  const origin = pairOf(keepOrigin({ providerId: 'a', idToken: 't' }));
  expect(readOrigin(origin)).toMatchObject({ providerId: 'a', idToken: 't' });
  expect(readJourney(origin.replace(/^[^=]+/, 'gateway_sign_in'))).toBeUndefined();
  expect(readOrigin(pairOf(keepJourney(journey)).replace(/^[^=]+/, 'gateway_signed_in_by'))).toBeUndefined();
  for (const broken of ['gateway_sign_in=', 'gateway_sign_in=x', 'gateway_sign_in=v1.x.y', '', ';;;='])
    expect(readJourney(broken)).toBeUndefined();
});

it('a token that is too long for a cookie is left out', () => {
  const { keepOrigin, readOrigin } = cookiesFor(true);
  const line = keepOrigin({ providerId: 'a', idToken: 't'.repeat(8_000) });
  expect(line.length).toBeLessThan(4_096);
  expect(readOrigin(pairOf(line))).toEqual({ purpose: 'signed-in', providerId: 'a' });
});
