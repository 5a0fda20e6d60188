type Tokens = { accessToken: string; refreshToken?: string | undefined };

/** Who is looking. In this page's memory and nowhere else: a reload forgets it. */
let tokens: Tokens | undefined;
let renewing: Promise<void> | undefined;
export const choices = { workspaceId: '', apiKey: '' };

const asJson = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** What a refusal says, in a line. */
export async function reasonOf(response: Response): Promise<string> {
  const problem = (await response.json().catch(() => ({}))) as { title?: string; detail?: string };
  return problem.detail || problem.title || `The gateway answered ${response.status}.`;
}

export async function signIn(email: string, password: string): Promise<void> {
  const response = await fetch('auth/login', asJson({ email, password }));
  if (!response.ok) throw new Error(await reasonOf(response));
  tokens = (await response.json()) as Tokens;
}

export function useToken(accessToken: string): void {
  tokens = { accessToken };
}

export function signOut(): void {
  tokens = undefined;
  choices.workspaceId = '';
  choices.apiKey = '';
}

/** A refresh token is good once, so requests that meet an expired token together share one renewal. */
async function renew(refreshToken: string): Promise<void> {
  const response = await fetch('auth/refresh', asJson({ refreshToken }));
  if (response.ok) tokens = (await response.json()) as Tokens;
}

/** The credentials that an operation takes, as headers. */
const credentialsFor = (security: Record<string, unknown>[]): Record<string, string> => {
  const takes = (scheme: string) => security.some((way) => scheme in way);
  return {
    ...(takes('bearer') && tokens ? { authorization: `Bearer ${tokens.accessToken}` } : {}),
    ...(takes('apiKey') && choices.apiKey ? { 'x-api-key': choices.apiKey } : {}),
  };
};

/** A request with those credentials, made again once when the access token turns out to be over. */
export async function send(path: string, init: RequestInit, security: Record<string, unknown>[]): Promise<Response> {
  const ask = () => fetch(path, { ...init, headers: { ...init.headers, ...credentialsFor(security) } });
  const used = tokens;
  const response = await ask();
  if (response.status !== 401 || !used?.refreshToken || !security.some((way) => 'bearer' in way)) return response;
  if (tokens === used) {
    renewing ??= renew(used.refreshToken).finally(() => {
      renewing = undefined;
    });
    await renewing;
  }
  return tokens === used ? response : ask();
}

export const bearer = [{ bearer: [] }];
