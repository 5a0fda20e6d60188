import { readDatabase } from './config/database.ts';
import { readMail } from './config/mail.ts';
import { misspeltSettings } from './config/misspelt.ts';
import { readModels } from './config/models.ts';
import { readOidc } from './config/oidc.ts';
import { readOperator } from './config/operator.ts';
import { createReaders, type Environment, type Readers } from './config/readers.ts';
import { readRetention } from './config/retention.ts';
import { readRuns } from './config/runs.ts';
import { readSecrets } from './config/secrets.ts';
import { readLimits, readServer, readShutdown } from './config/server.ts';
import { readTelemetry } from './config/telemetry.ts';
import { readWebhooks } from './config/webhooks.ts';

export type { Environment };

/** Every wrong setting is named, all of them at once. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

export type Config = ReturnType<typeof readConfig>;

const readAll = (read: Readers) => ({
  ...readServer(read),
  ...readSecrets(read),
  database: readDatabase(read),
  mail: readMail(read),
  models: readModels(read),
  limits: readLimits(read),
  runs: readRuns(read),
  webhooks: readWebhooks(read),
  heartbeatTimeoutMs: read.duration('HEARTBEAT_TIMEOUT', '10s'),
  approvalLifetimeMs: read.duration('APPROVAL_EXPIRES', '15m'),
  clientToolLifetimeMs: read.duration('CLIENT_TOOL_EXPIRES', '15m'),
  retention: readRetention(read),
  telemetry: readTelemetry(read),
  operator: readOperator(read),
  oidcProviders: readOidc(read),
  ...readShutdown(read),
});

/** The only reader of the environment. */
export function readConfig(environment: Environment) {
  const problems: string[] = [];
  const config = readAll(createReaders(environment, problems));
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config);
}

/** The names of all settings: what is looked for in an environment that has none. */
export function settingNames(): ReadonlySet<string> {
  const names = new Set<string>();
  const empty = new Proxy<Environment>({}, { get: (_, name) => void names.add(String(name)) });
  readAll(createReaders(empty, []));
  return names;
}

/** A line for each variable that looks like a misspelt setting. */
export const readMisspelt = (environment: Environment): string[] => misspeltSettings(environment, settingNames());
