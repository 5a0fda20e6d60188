import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tokens } from '#client';
import { CommandFailed } from './failure.ts';

export type SignedIn = { email: string; tokens: Tokens };
type Kept = { current?: string; gateways: Record<string, SignedIn> };

const lockPatienceMs = 10_000;

/** Who is signed in at which gateway, in a file that only this person can read. Several commands may run at once. */
export function createCredentials(environment: NodeJS.ProcessEnv) {
  const folder =
    environment.AGENT_GATEWAY_CONFIG ||
    join(environment.XDG_CONFIG_HOME || join(homedir(), '.config'), 'agent-gateway');
  const file = join(folder, 'credentials.json');

  function read(): Kept {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Kept;
    } catch (error) {
      if ((error as { code?: string }).code === 'ENOENT') return { gateways: {} };
      throw new CommandFailed(`${file} cannot be read (${(error as Error).message}). Delete it and sign in again.`);
    }
  }

  function write(kept: Kept): void {
    const fresh = `${file}.${process.pid}`;
    writeFileSync(fresh, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
    renameSync(fresh, file);
  }

  /** A refresh token works once, and a second use signs the person out everywhere: one command at a time renews. */
  async function locked<Result>(work: () => Promise<Result>): Promise<Result> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = `${file}.lock`;
    for (const deadline = Date.now() + 2 * lockPatienceMs; ; ) {
      try {
        mkdirSync(lock);
        break;
      } catch (error) {
        if ((error as { code?: string }).code !== 'EEXIST' || Date.now() > deadline) throw error;
      }
      // Left by a command that was killed.
      const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > lockPatienceMs) rmSync(lock, { recursive: true, force: true });
      await sleep(30);
    }
    try {
      return await work();
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }

  return {
    current: (): string | undefined => read().current,
    of: (url: string): SignedIn | undefined => read().gateways[url],
    keep: (url: string, signedIn: SignedIn) =>
      locked(async () => write({ current: url, gateways: { ...read().gateways, [url]: signedIn } })),
    forget: (url: string) =>
      locked(async () => {
        const { gateways, current } = read();
        delete gateways[url];
        write({ ...(current !== undefined && current !== url ? { current } : {}), gateways });
      }),
    /**
     * Renews the tokens: `exchange` asks the gateway, unless another command has done so meanwhile. Undefined: the person
     * must sign in again.
     */
    renew: (url: string, refused: string, exchange: () => Promise<Tokens | undefined>): Promise<Tokens | undefined> =>
      locked(async () => {
        const kept = read();
        const signedIn = kept.gateways[url];
        if (signedIn?.tokens.refreshToken && signedIn.tokens.refreshToken !== refused) return signedIn.tokens;
        const tokens = await exchange();
        if (tokens && signedIn) write({ ...kept, gateways: { ...kept.gateways, [url]: { ...signedIn, tokens } } });
        return tokens;
      }),
  };
}

export type Credentials = ReturnType<typeof createCredentials>;
