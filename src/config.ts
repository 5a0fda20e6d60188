import ipaddr from 'ipaddr.js';
import { readOperator } from './config-operator.ts';
import { isAddressOrRange } from './http/address-list.ts';
import { type AllowedOrigins, readOrigin } from './http/cross-origin.ts';
import { type HmacRule, parseHmacRules } from './http/hmac-rules.ts';
import { dayMs } from './kernel/clock.ts';
import { parseDurationMs } from './kernel/durations.ts';
import { nanoFromUsd } from './kernel/money.ts';
import { type OwnPrices, parsePrices } from './platform/models/own-prices.ts';

/** The only reader of the environment. Every wrong setting is named, all of them at once. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

export type Environment = Record<string, string | undefined>;
export type Config = ReturnType<typeof readConfig>;

const defaultRetryDelays = '30s,2m,10m,30m,2h';
const minimumSecretLength = 32;
/** Node fires a timer of 25 days at once. */
const longestTimerMs = 24 * dayMs;
/** Tokens carry whole seconds. */
const tokenLifetime = { minimumMs: 1_000, maximumMs: 3_650 * dayMs };
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const isLoopback = (host: string) => {
  const name = host.replace(/^\[|\]$/g, '');
  if (name === 'localhost') return true;
  return ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback';
};

/** Values may be percent-encoded; one that is not well-formed stands as it is. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

export function readConfig(environment: Environment) {
  const problems: string[] = [];
  const wrong = (name: string, why: string) => {
    problems.push(`${name} ${why.replaceAll(/\s+/g, ' ')}`);
  };
  const text = (name: string) => environment[name]?.trim() || undefined;

  function duration(name: string, fallback: string, { minimumMs = 1, maximumMs = longestTimerMs } = {}): number {
    const value = text(name) ?? fallback;
    const parsed = parseDurationMs(value);
    if (parsed === undefined)
      wrong(name, `must be a duration such as 30s, 15m, 12h, 7d or plain seconds, not "${value}"`);
    else if (parsed < minimumMs || parsed > maximumMs)
      wrong(name, `must be from ${minimumMs / 1_000} s to ${maximumMs / dayMs} days, not "${value}"`);
    return parsed ?? 0;
  }

  function integer(name: string, fallback: number, minimum: number, maximum: number): number {
    const value = text(name);
    if (value === undefined) return fallback;
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= minimum && number <= maximum))
      wrong(name, `must be a whole number from ${minimum} to ${maximum}, not "${value}"`);
    return number;
  }

  /** Nano-dollars; null where nothing is set. */
  function dollars(name: string): number | null {
    const value = text(name);
    if (value === undefined) return null;
    if (!/^\d{1,6}(\.\d{1,9})?$/.test(value))
      wrong(name, `must be an amount in US dollars such as 2.50, not "${value}"`);
    return nanoFromUsd(Number(value));
  }

  function choice<Value extends string>(name: string, values: readonly Value[], fallback: Value): Value {
    const value = text(name);
    if (value === undefined) return fallback;
    if (!values.includes(value as Value)) wrong(name, `must be one of ${values.join(', ')}, not "${value}"`);
    return value as Value;
  }

  function flag(name: string): boolean {
    const value = text(name)?.toLowerCase();
    if (value === undefined || ['0', 'false', 'off', 'no'].includes(value)) return false;
    if (!['1', 'true', 'on', 'yes'].includes(value)) wrong(name, `must be on or off, not "${value}"`);
    return true;
  }

  function address(name: string, fallback?: string): URL | undefined {
    const value = text(name) ?? fallback;
    if (value === undefined) return undefined;
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
    wrong(name, `must be an http or https address, not "${value}"`);
    return undefined;
  }

  function secret(name: string, required: boolean): string | undefined {
    const value = environment[name] || undefined;
    if (value === undefined) {
      if (required) wrong(name, `is required: a random text of at least ${minimumSecretLength} characters`);
    } else if (value.length < minimumSecretLength)
      wrong(name, `must have at least ${minimumSecretLength} characters, it has ${value.length}`);
    return value;
  }

  const baseUrl = address('GATEWAY_BASE_URL', 'http://localhost:3000') ?? new URL('http://localhost:3000');
  // From the text: a URL forgets a port that its scheme implies.
  const basePort = /^https?:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(text('GATEWAY_BASE_URL') ?? '')?.[1];
  const host = text('HOST') ?? '127.0.0.1';

  const databaseUrl = text('DATABASE_URL');
  // Not shown: it holds a password.
  if (databaseUrl && !(/^postgres(ql)?:\/\//.test(databaseUrl) && URL.canParse(databaseUrl)))
    wrong('DATABASE_URL', 'must be a postgres:// address (leave it unset for the embedded database)');

  function addresses(name: string): string[] {
    const parts = text(name)?.split(',') ?? [];
    const listed = parts.map((part) => part.trim()).filter((part) => part && part !== 'off');
    for (const part of listed)
      if (!isAddressOrRange(part)) wrong(name, `lists "${part}", which is no address or range`);
    return listed;
  }

  function origins(name: string): AllowedOrigins {
    const listed = (text(name)?.split(',') ?? []).map((part) => part.trim()).filter(Boolean);
    if (listed.length === 1 && listed[0] === '*') return '*';
    return listed.flatMap((part) => {
      const origin = readOrigin(part);
      if (!origin) wrong(name, `lists "${part}", which is no origin such as https://app.example.com; * stands alone`);
      return origin ?? [];
    });
  }

  const retryDelays = text('WEBHOOK_RETRY_DELAYS') ?? defaultRetryDelays;
  const webhookRetryDelaysMs = retryDelays.split(',').map((part) => {
    const parsed = parseDurationMs(part);
    if (parsed === undefined) wrong('WEBHOOK_RETRY_DELAYS', `holds "${part}", which is no duration`);
    return parsed ?? 0;
  });

  let hmacRules: HmacRule[] = [];
  const rules = text('HMAC_RULES');
  if (rules) {
    const parsed = parseHmacRules(rules);
    if (Array.isArray(parsed)) hmacRules = parsed;
    else wrong('HMAC_RULES', parsed.problem);
  }

  // Not shown: they hold keys.
  const telemetryHeaders: Record<string, string> = {};
  for (const pair of text('OTEL_EXPORTER_OTLP_HEADERS')?.split(',') ?? []) {
    const [, name, value] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=([\x20-\x7e]*)$/.exec(pair) ?? [];
    if (name === undefined || value === undefined)
      wrong('OTEL_EXPORTER_OTLP_HEADERS', 'must be name=value pairs, separated by commas');
    else telemetryHeaders[name.toLowerCase()] = decoded(value.trim());
  }

  const defaultModel = text('DEFAULT_MODEL');
  if (defaultModel && !/^[a-z-]+\/.+$/.test(defaultModel))
    wrong('DEFAULT_MODEL', `must be provider/model, not "${defaultModel}"`);

  let prices: OwnPrices | undefined;
  const priceList = text('MODEL_PRICES');
  if (priceList) {
    const parsed = parsePrices(priceList);
    if ('problem' in parsed) wrong('MODEL_PRICES', parsed.problem);
    else prices = parsed;
  }

  const embeddingModel = text('EMBEDDING_MODEL');
  if (embeddingModel && !/^(local|openai|openai-compatible)\/.+$/.test(embeddingModel))
    wrong('EMBEDDING_MODEL', `must be local/…, openai/… or openai-compatible/…, not "${embeddingModel}"`);
  if (embeddingModel?.startsWith('openai/') && !text('OPENAI_API_KEY'))
    wrong('EMBEDDING_MODEL', 'needs OPENAI_API_KEY to be set');
  if (embeddingModel?.startsWith('openai-compatible/') && !text('OPENAI_COMPATIBLE_BASE_URL'))
    wrong('EMBEDDING_MODEL', 'needs OPENAI_COMPATIBLE_BASE_URL to be set');

  const config = {
    baseUrl: baseUrl.href.replace(/\/$/, ''),
    host,
    port: integer('PORT', Number(basePort) || 3000, 0, 65_535),
    jwt: {
      secret: secret('JWT_SECRET', true) ?? '',
      previousSecret: secret('JWT_SECRET_PREV', false),
      accessExpiresMs: duration('JWT_ACCESS_EXPIRES', '15m', tokenLifetime),
      refreshExpiresMs: duration('JWT_REFRESH_EXPIRES', '7d', tokenLifetime),
      bindToDevice: flag('BIND_JWT_TO_DEVICE'),
    },
    apiKeys:
      text('GATEWAY_API_KEY')
        ?.split(',')
        .map((key) => key.trim())
        .filter(Boolean) ?? [],
    encryption: {
      key: secret('GATEWAY_ENCRYPTION_KEY', false),
      previousKey: secret('GATEWAY_ENCRYPTION_KEY_PREV', false),
    },
    database: {
      databaseUrl,
      dataDirectory: text('DATA_DIR') ?? '.data',
      // With PostgreSQL only where one was named: several gateways may stand in the same folder.
      anchorDirectory: text('DATA_DIR') ?? (databaseUrl ? undefined : '.data'),
      poolSize: integer('DATABASE_POOL_SIZE', 10, 2, 500),
    },
    trustProxy: addresses('TRUST_PROXY'),
    corsOrigins: origins('CORS_ORIGINS'),
    metricsAllow: addresses('METRICS_ALLOW'),
    egressPolicy: choice(
      'EGRESS_POLICY',
      ['public', 'local'],
      isLoopback(baseUrl.hostname) && isLoopback(host) ? 'local' : 'public',
    ),
    webhooks: {
      retryDelaysMs: webhookRetryDelaysMs,
      timeoutMs: duration('WEBHOOK_TIMEOUT', '10s'),
      disableAfterMs:
        text('WEBHOOK_DISABLE_AFTER') === undefined || text('WEBHOOK_DISABLE_AFTER') === 'off'
          ? undefined
          : duration('WEBHOOK_DISABLE_AFTER', '', { maximumMs: 3_650 * dayMs }),
      scheduleChanged: retryDelays !== defaultRetryDelays,
    },
    heartbeatTimeoutMs: duration('HEARTBEAT_TIMEOUT', '10s'),
    hmacRules,
    models: {
      defaultModel,
      prices,
      embeddingModel,
      openaiApiKey: text('OPENAI_API_KEY'),
      anthropicApiKey: text('ANTHROPIC_API_KEY'),
      googleApiKey: text('GOOGLE_GENERATIVE_AI_API_KEY'),
      compatibleBaseUrl: address('OPENAI_COMPATIBLE_BASE_URL')?.href,
      compatibleApiKey: text('OPENAI_COMPATIBLE_API_KEY'),
    },
    limits: {
      authPerMinute: integer('RATE_LIMIT_AUTH', 300, 1, 1_000_000),
      failedLoginsPerMinute: integer('RATE_LIMIT_FAILED_LOGINS', 10, 1, 1_000_000),
      userPerMinute: integer('RATE_LIMIT_USER', 30_000, 1, 100_000_000),
      socketsPerUser: integer('MAX_SOCKETS_PER_USER', 100, 1, 1_000_000),
      streamsPerUser: integer('MAX_STREAMS_PER_USER', 200, 1, 1_000_000),
      channelPerMinute: integer('RATE_LIMIT_CHANNEL', 600, 1, 100_000_000),
      headersTimeoutMs: duration('HEADERS_TIMEOUT', '10s'),
      requestTimeoutMs: duration('REQUEST_TIMEOUT', '30s'),
    },
    runs: {
      leaseMs: duration('RUN_LEASE', '15s'),
      keepAliveMs: duration('STREAM_KEEP_ALIVE', '15s'),
      assumedWindow: integer('ASSUMED_CONTEXT_WINDOW', 128_000, 1_000, 100_000_000),
      backgroundPlaces: integer('BACKGROUND_RUNS', 32, 1, 10_000),
      /** What one message may set going by agents that spawn others. */
      tree: {
        maxRuns: integer('TREE_MAX_RUNS', 32, 1, 10_000),
        maxCostNano: dollars('TREE_MAX_COST_USD'),
      },
    },
    telemetry: {
      endpoint: address('OTEL_EXPORTER_OTLP_ENDPOINT')?.href,
      headers: telemetryHeaders,
      serviceName: text('OTEL_SERVICE_NAME') ?? 'agent-gateway',
    },
    operator: readOperator({ text, wrong, choice }),
    approvalLifetimeMs: duration('APPROVAL_EXPIRES', '15m'),
    shutdownTimeoutMs: duration('SHUTDOWN_TIMEOUT', '30s'),
    shutdownGraceMs: duration('SHUTDOWN_GRACE', '0s', { minimumMs: 0 }),
    logLevel: choice('LOG_LEVEL', logLevels, 'info'),
  };
  if (config.limits.headersTimeoutMs > config.limits.requestTimeoutMs)
    wrong('HEADERS_TIMEOUT', 'must not be longer than REQUEST_TIMEOUT');
  if (config.shutdownGraceMs > 0 && config.shutdownGraceMs >= config.shutdownTimeoutMs)
    wrong('SHUTDOWN_GRACE', 'must be shorter than SHUTDOWN_TIMEOUT, of which it is a part');
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config);
}
