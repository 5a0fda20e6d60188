import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { extname, join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { builtStamp, consoleFolder, sourceStamp } from './console-stamp.mjs';
import { npmCommand } from './install.mjs';

/**
 * Builds the console if it is stale; otherwise takes a few milliseconds. The tools are the console's own
 * (console/package-lock.json), installed into console/node_modules. The gateway itself needs none of them.
 */
const workFolder = join(consoleFolder, '.build');
const failureFile = join(workFolder, 'failure.txt');
const lockFolder = join(workFolder, 'lock');
const installedFile = join(consoleFolder, 'node_modules', '.installed-for');
const limitMs = 300_000;

function run(command, args, env = {}) {
  const options = {
    cwd: consoleFolder,
    encoding: 'utf8',
    timeout: limitMs,
    stdio: 'pipe',
    env: { ...process.env, ...env },
  };
  const result = spawnSync(command, args, options);
  if (result.error) throw result.error;
  if (result.status !== 0)
    throw new Error(`${[command, ...args].join(' ')} ended with ${result.status}\n${result.stdout}${result.stderr}`);
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Two gateways may start from one folder at the same time. */
function lock() {
  mkdirSync(workFolder, { recursive: true });
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      mkdirSync(lockFolder);
      writeFileSync(join(lockFolder, 'pid'), String(process.pid));
      return true;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      let pid = 0;
      try {
        pid = Number(readFileSync(join(lockFolder, 'pid'), 'utf8'));
      } catch {
        // The owner may be between its mkdir and writing its pid: it counts as running unless the lock is old.
      }
      const age = Date.now() - (statSync(lockFolder, { throwIfNoEntry: false })?.mtimeMs ?? 0);
      if (age < limitMs * 3 && (pid === 0 ? age < 5_000 : isRunning(pid))) return false;
      rmSync(lockFolder, { recursive: true, force: true });
    }
  }
  return false;
}

const readOrNothing = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(consoleFolder, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
  if (readOrNothing(installedFile) === wanted) return;
  const [command, ...first] = npmCommand();
  // Optional packages are the bundler's binaries, one for each platform. None needs an install script.
  const options = ['--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
  run(command, [...first, 'ci', ...options, '--loglevel=error']);
  writeFileSync(installedFile, wanted);
}

const compressible = new Set(['.html', '.js', '.css', '.svg', '.json']);

function compress(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
  return names.map((name) => {
    const content = readFileSync(join(folder, name));
    if (compressible.has(extname(name))) {
      writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, { params }));
    }
    return { name, digest: createHash('sha256').update(content).digest('base64url') };
  });
}

function build(stamp) {
  install();
  const fresh = join(workFolder, 'dist');
  const old = join(workFolder, 'old');
  for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true });
  const vite = join(consoleFolder, 'node_modules', 'vite', 'bin', 'vite.js');
  // A test runner sets NODE_ENV, and vite would then build React for development, which runs every effect twice.
  const production = { NODE_ENV: 'production' };
  run(process.execPath, [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'], production);
  const files = compress(fresh);
  writeFileSync(join(fresh, 'build.json'), JSON.stringify({ stamp, files }));
  const dist = join(consoleFolder, 'dist');
  try {
    renameSync(dist, old);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
}

const stamp = sourceStamp();
if (builtStamp() !== stamp) {
  try {
    // Requests to the gateway come first.
    setPriority(10);
  } catch {
    // Not allowed everywhere.
  }
  let locked = false;
  try {
    locked = lock();
    if (locked) {
      rmSync(failureFile, { force: true });
      const startedAt = performance.now();
      build(stamp);
      console.error(`Console built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
    }
  } catch (error) {
    console.error(`The console was not built; everything else runs. ${error.message}`);
    try {
      writeFileSync(failureFile, error.message);
    } catch {
      // The folder is read-only: /console keeps answering 503.
    }
    process.exitCode = 1;
  } finally {
    if (locked) rmSync(lockFolder, { recursive: true, force: true });
  }
}
