import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, matchesGlob, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const read = (file: string) => readFileSync(file, 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  version: string;
  scripts: Record<string, string>;
  imports: Record<string, string>;
};

/** The COPY lines of the Dockerfile from the build context, in the last stage or in all. */
function copied(stage: 'last' | 'all'): { sources: string[]; target: string }[] {
  const text = read('Dockerfile').replaceAll(/\\\n\s*/g, '');
  const lines = (stage === 'last' ? text.slice(text.lastIndexOf('\nFROM ')) : text).split('\n');
  return lines.flatMap((line) => {
    const [command, ...words] = line.split(/\s+/);
    if (command !== 'COPY' || words.some((word) => word.startsWith('--from'))) return [];
    return [{ sources: words.slice(0, -1), target: words.at(-1) ?? '' }];
  });
}

const filesBelow = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
    : [path];

/** By Docker's rule: the last matching line decides. */
function isIgnored(file: string): boolean {
  let ignored = false;
  for (const line of read('.dockerignore').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const pattern = line.replace(/^!/, '');
    const parents = file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
    if (parents.some((parent) => matchesGlob(parent, pattern))) ignored = !line.startsWith('!');
  }
  return ignored;
}

/** The files in the image below its working directory, without those built by another stage. */
const inImage = new Set(
  copied('last').flatMap(({ sources, target }) =>
    sources.flatMap((source) => {
      const files = filesBelow(source).filter((file) => !isIgnored(file));
      // A folder is copied by its content; a file keeps its name.
      if (statSync(source).isDirectory())
        return files.map((file) => normalize(join(target, file.slice(source.length))));
      return files.map((file) => normalize(target.endsWith('/') ? join(target, file.split('/').at(-1) ?? '') : target));
    }),
  ),
);

/** The sources that a file needs: imports, threads, and files it reads. */
function neededBy(file: string): string[] {
  const text = read(file).replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const specifiers = [
    ...text.matchAll(/^\s*(?:import|export)\b(?! type\b)[^'";]*?'([^']+)'/gm),
    ...text.matchAll(/\bimport\('([^']+)'\)/g),
  ];
  const urls = [...text.matchAll(/new URL\('([^'$]+)', import\.meta\.url\)/g)];
  return [...specifiers, ...urls].flatMap(([, name = '']) => {
    if (name.startsWith('#')) return normalize(manifest.imports[name] ?? name);
    const path = normalize(join(dirname(file), name));
    // `..` is the folder that contains everything.
    return name.startsWith('.') && path !== '.' ? path : [];
  });
}

function missingFor(entries: readonly string[]): string[] {
  const seen = new Set<string>();
  const missing = new Set<string>();
  const visit = (file: string, from: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    if (existsSync(file) && statSync(file).isDirectory()) {
      if (![...inImage].some((each) => each.startsWith(file))) missing.add(`${file} (${from})`);
    } else if (!inImage.has(file)) missing.add(`${file} (${from})`);
    else if (/\.(ts|mjs)$/.test(file)) for (const other of neededBy(file)) visit(other, file);
  };
  for (const entry of entries) visit(entry, 'started');
  expect(seen.size).toBeGreaterThan(entries.length);
  return [...missing];
}

const startedBy = (command: string) => command.match(/\b[\w./-]+\.(?:ts|mjs)\b/g) ?? [];

it('everything the Dockerfile copies exists and is not left out by .dockerignore', () => {
  for (const { sources } of copied('all'))
    for (const source of sources) {
      expect([source, existsSync(source)]).toEqual([source, true]);
      expect([source, filesBelow(source).every(isIgnored)]).toEqual([source, false]);
    }
});

it('the image has every file that its command, npm run backup and npm run migrate-to-postgres need', () => {
  const command = /^CMD (\[.*\])$/m.exec(read('Dockerfile'))?.[1] ?? '';
  const entries = [command, manifest.scripts.backup ?? '', manifest.scripts['migrate-to-postgres'] ?? ''].flatMap(
    startedBy,
  );
  expect(entries).toEqual(
    expect.arrayContaining(['src/main.ts', 'scripts/setup.mjs', 'scripts/backup.ts', 'scripts/migrate-to-postgres.ts']),
  );
  // The console is built by another stage.
  expect(missingFor(entries).filter((line) => !line.startsWith('console'))).toEqual([]);
  // Compared at every start; without them npm would be asked to install.
  for (const file of ['package.json', 'package-lock.json']) expect(inImage.has(file)).toBe(true);
});

it('the Kubernetes manifest names an image that the documented build makes', () => {
  type Manifest = { spec: { template: { spec: { containers: { image: string }[] } } } };
  const { spec } = parse(read('docs/operations/kubernetes/deployment.yaml')) as Manifest;
  const guide = read('docs/operations/deployment.md');
  const built = [...guide.matchAll(/^docker build (.*) \.$/gm)].flatMap(([, options = '']) =>
    [...options.matchAll(/-t (\S+)/g)].map(([, tag]) => tag),
  );
  for (const { image } of spec.template.spec.containers) expect(built).toContain(image);
  expect(built).toContain(`agent-gateway:${manifest.version}`);
});

it('the steps for systemd name the settings that a server needs', () => {
  const guide = read('docs/operations/deployment.md');
  const steps = guide.slice(guide.indexOf('## systemd'), guide.indexOf('## Container'));
  for (const name of [
    'HOST',
    'GATEWAY_BASE_URL',
    'DATABASE_URL',
    'TRUST_PROXY',
    'SHUTDOWN_GRACE',
    'JWT_SECRET',
    'GATEWAY_ENCRYPTION_KEY',
  ])
    expect(steps).toMatch(new RegExp(`^${name}=`, 'm'));
});

it('the documents link to files that exist', () => {
  const broken = globSync('docs/**/*.md').flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => join(dirname(file), target))
      .filter((target) => !existsSync(target))
      .map((target) => `${file}: ${target}`),
  );
  expect(broken).toEqual([]);
});
