import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readMisspelt, settingNames } from '../config.ts';

const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

it('every setting that is read is in .env.example, and every one there is read', () => {
  const sources = ['src/config.ts', ...readdirSync('src/config').map((file) => `src/config/${file}`)].filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const inSources = sources
    .filter((file) => !file.endsWith('misspelt.ts'))
    .flatMap((file) => named(readFileSync(file, 'utf8'), /\(\s*(?:read, )?'([A-Z][A-Z0-9_]{3,})'/g));
  const read = new Set([...settingNames(), ...inSources]);
  expect(read.size).toBeGreaterThan(50);
  // Nothing is read only if something else is set: what is misspelt is compared with what an empty environment is asked for.
  expect([...read].filter((name) => !settingNames().has(name))).toEqual([]);
  const listed = named(readFileSync('.env.example', 'utf8'), /^# ?([A-Z][A-Z0-9_]+)=/gm);
  expect([...read].filter((name) => !listed.includes(name))).toEqual([]);
  expect(listed.filter((name) => !read.has(name))).toEqual(['CONSOLE']);
  expect(listed).toEqual([...new Set(listed)]);
});

it('names what is meant by a misspelt setting', () => {
  const meant = (name: string) =>
    / mean (\w+)\?| nearest is (\w+);/.exec(readMisspelt({ [name]: 'x' })[0] ?? '')?.slice(1);
  for (const [wrong, right] of [
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['JWT_SECERT', 'JWT_SECRET'],
    ['TRUST_PROXYS', 'TRUST_PROXY'],
    ['OPENAI_APIKEY', 'OPENAI_API_KEY'],
    ['SHUTDOWN_GRACE_PERIOD', 'SHUTDOWN_GRACE'],
    ['GATEWAY_URL', 'GATEWAY_BASE_URL'],
    ['WEBHOOK_RETRIES', 'WEBHOOK_RETRY_DELAYS'],
  ] as const)
    expect([wrong, meant(wrong)?.find(Boolean)]).toEqual([wrong, right]);
});

it('says nothing of what is right, and nothing of variables of others', () => {
  const right = Object.fromEntries([...settingNames(), 'CONSOLE'].map((name) => [name, 'x']));
  expect(readMisspelt(right)).toEqual([]);
  // Of shells, Node, npm, CI systems, Kubernetes, PostgreSQL, SDKs of providers and OpenTelemetry.
  const foreign =
    `PATH HOME HOSTNAME HOSTTYPE PWD OLDPWD SHELL SHLVL TERM LANG LC_ALL USER LOGNAME EDITOR TZ TMPDIR MAIL DISPLAY
    NODE_ENV NODE_OPTIONS NODE_PATH npm_execpath npm_config_cache npm_package_json npm_lifecycle_event INIT_CWD COLOR FORCE_COLOR
    CI WORKSPACE WORKSPACE_TMP BUILD_URL JOB_NAME GITHUB_TOKEN GITHUB_WORKSPACE RUNNER_OS HTTP_PROXY HTTPS_PROXY NO_PROXY
    KUBERNETES_SERVICE_HOST KUBERNETES_PORT GATEWAY_SERVICE_HOST GATEWAY_SERVICE_PORT GATEWAY_SERVICE_PORT_HTTP
    GATEWAY_PORT_80_TCP_ADDR AGENT_GATEWAY_SERVICE_HOST PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGOPTIONS PGSSLMODE POSTGRES_PASSWORD
    OPENAI_ORG_ID OPENAI_PROJECT_ID OPENAI_BASE_URL ANTHROPIC_BASE_URL GOOGLE_APPLICATION_CREDENTIALS GOOGLE_API_KEY AWS_REGION
    OTEL_TRACES_EXPORTER OTEL_RESOURCE_ATTRIBUTES OTEL_EXPORTER_OTLP_PROTOCOL OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_LOG_LEVEL
    PORTS HOSTS POST COST DEBUG LOG_FILE LOG_FORMAT JWT_ISSUER JWT_AUDIENCE REDIS_URL DATABASE_HOST SMTP_HOST SSL_CERT_FILE
    INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET MANAGERPID SYSTEMD_EXEC_PID VITEST VITEST_POOL_ID`.split(/\s+/);
  expect(foreign.flatMap((name) => readMisspelt({ [name]: 'x' }))).toEqual([]);
  expect(readMisspelt({ GATEWAY_PORT: 'tcp://10.0.0.7:80', GATEWAY_INTERFACE: 'CGI/1.1' })).toEqual([]);
});
