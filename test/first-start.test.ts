import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Environment } from '../src/config.ts';
import { emptyPlace, engines, type Place } from './harness/databases.ts';

/** Its own checkout: `.env` and `.data` are created beside the scripts. */
let checkout: string;
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'gateway-checkout-'));
  cpSync('scripts', join(checkout, 'scripts'), { recursive: true });
  for (const name of ['node_modules', 'src', 'migrations', 'packages', 'package.json', 'package-lock.json'])
    symlinkSync(join(process.cwd(), name), join(checkout, name));
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

const envFile = () => join(checkout, '.env');
const readEnv = () => parseEnv(readFileSync(envFile(), 'utf8'));

/** Runs what `npm start` runs, and ends it as soon as it is ready. */
async function start(settings: Environment) {
  const child = spawn(process.execPath, [join(checkout, 'scripts', 'start.mjs')], {
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'silent', CONSOLE: 'off', ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
    if (said.includes('Docs ')) child.kill('SIGTERM');
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, said: said.split('\n').filter(Boolean), isReady: said.includes('Docs ') };
}

describe.each(engines)('npm start on %s', (engine) => {
  let place: Place;
  beforeEach(async () => {
    place = await emptyPlace(engine);
  });
  afterEach(() => place.remove());

  it('makes keys for an empty database, and none for one that has data', async () => {
    expect(await start(place.settings)).toMatchObject({ code: 0, isReady: true });
    const keys = readEnv();
    expect(Object.keys(keys).sort()).toEqual(['GATEWAY_API_KEY', 'GATEWAY_ENCRYPTION_KEY', 'JWT_SECRET']);
    rmSync(envFile());
    const lost = await start(place.settings);
    expect(lost).toMatchObject({ code: 1, isReady: false });
    expect(lost.said).toEqual([
      expect.stringMatching(/^There is no \.env, and .* has data already, .* Put back the \.env/),
    ]);
    expect(existsSync(envFile())).toBe(false);

    // A file that names the database but has lost its keys.
    const named = Object.entries(place.settings).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(envFile(), named.join(''));
    const halved = await start({});
    expect(halved).toMatchObject({ code: 1, said: [expect.stringMatching(/^\.env has no JWT_SECRET, and /)] });
    expect(readFileSync(envFile(), 'utf8')).toBe(named.join(''));
  });
});

it('npm start uses the keys of the environment, and then writes none', async () => {
  const keys = { JWT_SECRET: 'a-secret-of-at-least-32-characters', GATEWAY_ENCRYPTION_KEY: 'k'.repeat(32) };
  expect(await start(keys)).toMatchObject({ code: 0, isReady: true });
  rmSync(envFile());
  const { GATEWAY_ENCRYPTION_KEY: _, ...half } = keys;
  expect(await start(half)).toMatchObject({ code: 1, said: [expect.stringContaining('set GATEWAY_ENCRYPTION_KEY')] });
  expect(await start(keys)).toMatchObject({ code: 0, isReady: true });
  expect(existsSync(envFile())).toBe(false);
});

it('npm start makes no keys if the database cannot be reached', async () => {
  const away = await start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  expect(away).toMatchObject({ code: 1, said: [expect.stringMatching(/may have data \(.*ECONNREFUSED/)] });
  writeFileSync(join(checkout, 'gateway.db'), 'this is not a database, and longer than the header of one would be');
  const damaged = await start({ DATA_DIR: '.' });
  expect(damaged).toMatchObject({ code: 1, said: [expect.stringMatching(/may have data \(.*not a database/)] });
  expect(existsSync(envFile())).toBe(false);
});
