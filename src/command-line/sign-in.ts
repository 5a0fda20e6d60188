import { createClient, GatewayError, type Tokens } from '#client';
import type { Credentials } from './credentials.ts';
import { CommandFailed } from './failure.ts';
import type { Terminal } from './terminal.ts';

type Given = {
  url: string;
  credentials: Credentials;
  email?: string | undefined;
  password?: string | undefined;
  /** Make a new account. */
  register?: boolean | undefined;
  /** Ask whether to make one where there is none. */
  orRegister?: boolean | undefined;
};

/** Signs in, with a second factor where the account has one, and keeps the tokens. */
export async function signIn(terminal: Terminal, given: Given): Promise<Tokens> {
  const { url, credentials } = given;
  const email = given.email ?? (await terminal.ask('Email: '));
  const password = given.password ?? (await terminal.ask('Password: ', { hidden: true }));
  const client = createClient({ baseUrl: url });

  async function withCode(error: GatewayError): Promise<Tokens> {
    const { mfaToken } = error.problem as { mfaToken?: string };
    if (!mfaToken) throw error;
    const code = await terminal.ask('Code of your second factor: ');
    return client.post('/auth/login/mfa', { body: { mfaToken, code } });
  }

  async function tokensNow(): Promise<Tokens> {
    if (given.register) return client.post('/auth/register', { body: { email, password } });
    try {
      return await client.post('/auth/login', { body: { email, password } });
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      if (error.code === 'mfa_required') return withCode(error);
      // Whether there is an account is not told; on a new gateway there is none.
      if (error.status !== 401 || !given.orRegister) throw error;
      if (!(await terminal.confirm('No account has this address and password. Create it?'))) throw error;
      return client.post('/auth/register', { body: { email, password } });
    }
  }

  const tokens = await tokensNow();
  if (!tokens.refreshToken) throw new CommandFailed('The gateway gave no refresh token.');
  await credentials.keep(url, {
    email,
    tokens: { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken },
  });
  terminal.note(`Signed in at ${url} as ${email}.`);
  return tokens;
}
