import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { createClient, type GatewayClient, type Tokens } from '#client';
import { type Credentials, createCredentials } from './credentials.ts';
import { CommandFailed } from './failure.ts';
import { signIn } from './sign-in.ts';
import type { Terminal } from './terminal.ts';

type Options = { url?: string | undefined; workspace?: string | undefined };

const isHere = (url: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

/** The settings of a gateway that runs from this folder. */
const settingsHere = (): NodeJS.Dict<string> => (existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {});

function checked(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new CommandFailed(`${url} is not the address of a gateway, such as http://localhost:3000.`);
  return url.replace(/\/+$/, '');
}

export type Connection = ReturnType<typeof createConnection>;

/** Which gateway, and as whom. */
export function createConnection(terminal: Terminal, options: Options, environment: NodeJS.ProcessEnv) {
  const credentials = createCredentials(environment);
  const local = () => `http://localhost:${environment.PORT || settingsHere().PORT || 3000}`;
  const url = checked(options.url || environment.AGENT_GATEWAY_URL || credentials.current() || local());

  /** Every renewal goes through the file, which other commands share. */
  const fetchSharing =
    (kept: Credentials) =>
    async (address: string, init: RequestInit): Promise<Response> => {
      if (address !== `${url}/auth/refresh`) return fetch(address, init);
      const { refreshToken } = JSON.parse(String(init.body)) as { refreshToken: string };
      let refusal: Response | undefined;
      const tokens = await kept.renew(url, refreshToken, async () => {
        const response = await fetch(address, init);
        if (response.ok) return (await response.json()) as Tokens;
        refusal = response;
        return undefined;
      });
      return tokens ? Response.json(tokens) : (refusal ?? Response.json({}, { status: 401 }));
    };

  const clientWith = (tokens: Tokens): GatewayClient =>
    createClient({ baseUrl: url, tokens, workspaceId: options.workspace, fetch: fetchSharing(credentials) });

  return {
    url,
    credentials,
    isHere: isHere(url),
    anyone: () => createClient({ baseUrl: url }),

    /** As a person: with a personal key of the environment, or signed in, now if somebody can be asked. */
    async person(): Promise<GatewayClient> {
      const key = environment.AGENT_GATEWAY_KEY;
      if (key) return createClient({ baseUrl: url, tokens: { accessToken: key }, workspaceId: options.workspace });
      const signedIn = credentials.of(url);
      if (signedIn) return clientWith(signedIn.tokens);
      if (!terminal.isTyped)
        throw new CommandFailed(
          `Nobody is signed in at ${url}. Run \`agent-gateway login\`, or set AGENT_GATEWAY_KEY to a personal key.`,
        );
      terminal.note(`Nobody is signed in at ${url} yet.`);
      const tokens = await signIn(terminal, { url, credentials, orRegister: true });
      return clientWith(tokens);
    },

    /** The operator's API key. The one in this folder's `.env` is for the gateway on this machine, and sent nowhere else. */
    operatorKey(): string | undefined {
      return environment.GATEWAY_API_KEY || (isHere(url) ? settingsHere().GATEWAY_API_KEY : undefined) || undefined;
    },
    operator(): GatewayClient {
      const apiKey = this.operatorKey();
      if (!apiKey)
        throw new CommandFailed(
          'This is for operators: set GATEWAY_API_KEY, or run it in the folder whose .env the gateway uses.',
        );
      return createClient({ baseUrl: url, apiKey });
    },
  };
}
