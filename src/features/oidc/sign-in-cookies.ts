import type { Clock } from '../../kernel/clock.ts';
import type { SecretBox } from '../../platform/secret-box.ts';

/** What a browser keeps while its person is at the provider. */
export type Journey = {
  providerId: string;
  state: string;
  nonce: string;
  verifier: string;
  returnTo: string;
  expiresAtMs: number;
};
/** By which provider a browser is signed in. */
export type Origin = { providerId: string; idToken: string | undefined };

type Deps = { secrets: Pick<SecretBox, 'seal' | 'open'>; clock: Clock; secure: boolean; keepSeconds: number };

const journeySeconds = 600;
/** Browsers drop cookies over 4,096 bytes. */
const mostBytes = 3_900;

function cookieNamed(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '').split(';').map((part) => part.trim());
  return values.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) || undefined;
}

/** Sealed: any node reads what another wrote, and nobody else reads or writes any. */
export function createSignInCookies({ secrets, clock, secure, keepSeconds }: Deps) {
  // `__Host-`: not even a page on a sibling domain can put another sign-in in this one's place.
  const journeyName = secure ? '__Host-gateway_sign_in' : 'gateway_sign_in';
  const originName = 'gateway_signed_in_by';
  const end = secure ? '; HttpOnly; Secure' : '; HttpOnly';
  // Lax: the browser comes back from another site.
  const journeyCookie = (value: string, seconds: number) =>
    `${journeyName}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${end}`;
  const originCookie = (value: string, seconds: number) =>
    `${originName}=${value}; Path=/auth/oidc; Max-Age=${seconds}; SameSite=Strict${end}`;

  const seal = (purpose: string, content: object) => secrets.seal(JSON.stringify({ purpose, ...content }));
  function open<Content>(purpose: string, sealed: string | undefined): Content | undefined {
    try {
      const content = JSON.parse(secrets.open(sealed ?? '')) as { purpose?: string };
      return content.purpose === purpose ? (content as Content) : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    keepJourney: (journey: Omit<Journey, 'expiresAtMs'>): string =>
      journeyCookie(seal('sign-in', { ...journey, expiresAtMs: clock.now() + journeySeconds * 1_000 }), journeySeconds),
    readJourney(header: string | undefined): Journey | undefined {
      const journey = open<Journey>('sign-in', cookieNamed(header, journeyName));
      return journey && journey.expiresAtMs > clock.now() ? journey : undefined;
    },
    forgetJourney: journeyCookie('', 0),

    /** The token goes where it would not fit: the provider then asks whether the person means it. */
    keepOrigin({ providerId, idToken }: Origin): string {
      const whole = seal('signed-in', { providerId, idToken });
      return originCookie(whole.length > mostBytes ? seal('signed-in', { providerId }) : whole, keepSeconds);
    },
    readOrigin: (header: string | undefined): Origin | undefined => open('signed-in', cookieNamed(header, originName)),
    forgetOrigin: originCookie('', 0),
  };
}

export type SignInCookies = ReturnType<typeof createSignInCookies>;
