import { describe, expect, it } from 'vitest';
import { jwtSecret } from '../test/harness/gateway.ts';
import { ConfigError, type Environment, readConfig } from './config.ts';

const read = (settings: Environment = {}) => readConfig({ JWT_SECRET: jwtSecret, ...settings });

/** What a person would be told, line by line. */
function problems(settings: Environment): readonly string[] {
  try {
    read(settings);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

it('everything but the secret has a default, as the contract says', () => {
  expect(read()).toMatchObject({
    baseUrl: 'http://localhost:3000',
    host: '127.0.0.1',
    port: 3000,
    jwt: { previousSecret: undefined, accessExpiresMs: 900_000, refreshExpiresMs: 604_800_000, bindToDevice: false },
    apiKeys: [],
    database: { databaseUrl: undefined, dataDirectory: '.data' },
    trustProxy: [],
    egressPolicy: 'local',
    webhooks: {
      retryDelaysMs: [30_000, 120_000, 600_000, 1_800_000, 7_200_000],
      timeoutMs: 10_000,
      disableAfterMs: undefined,
      scheduleChanged: false,
    },
    hmacRules: [],
    limits: { authPerMinute: 300, failedLoginsPerMinute: 10, userPerMinute: 30_000 },
    shutdownTimeoutMs: 30_000,
    shutdownGraceMs: 0,
    logLevel: 'info',
  });
});

describe('the secret', () => {
  it('is required and has at least 32 characters, the previous one too', () => {
    expect(problems({ JWT_SECRET: undefined })).toEqual([expect.stringMatching(/^JWT_SECRET is required/)]);
    expect(problems({ JWT_SECRET: '' })).toEqual([expect.stringMatching(/^JWT_SECRET is required/)]);
    expect(problems({ JWT_SECRET: 'x'.repeat(31) })).toEqual([
      'JWT_SECRET must have at least 32 characters, it has 31',
    ]);
    expect(problems({ JWT_SECRET: 'x'.repeat(32) })).toEqual([]);
    expect(problems({ JWT_SECRET_PREV: 'short' })).toEqual([
      'JWT_SECRET_PREV must have at least 32 characters, it has 5',
    ]);
    expect(problems({ JWT_SECRET_PREV: '' })).toEqual([]);
  });

  it('is never shown, however wrong', () => {
    const secrets = {
      JWT_SECRET: 'short canary',
      GATEWAY_ENCRYPTION_KEY: 'short canary',
      DATABASE_URL: 'mysql://user:canary@localhost',
      HMAC_RULES: '[{"secret":"canary"}]',
    };
    expect(problems(secrets)).toHaveLength(4);
    expect(problems(secrets).join()).not.toContain('canary');
  });
});

describe('the address', () => {
  it.each<[Environment, number]>([
    [{ GATEWAY_BASE_URL: 'http://localhost:8080' }, 8080],
    [{ GATEWAY_BASE_URL: 'https://gateway.example.com' }, 3000],
    [{ GATEWAY_BASE_URL: 'https://gateway.example.com:8443/' }, 8443],
    [{ GATEWAY_BASE_URL: 'http://localhost:80' }, 80],
    [{ GATEWAY_BASE_URL: 'https://gateway.example.com:443' }, 443],
    [{ GATEWAY_BASE_URL: 'http://[::1]:4000' }, 4000],
    [{ GATEWAY_BASE_URL: 'http://[::1]' }, 3000],
    [{ GATEWAY_BASE_URL: 'http://localhost:8080', PORT: '9000' }, 9000],
    [{ PORT: '0' }, 0],
  ])('says where to listen: %j', (settings, port) => {
    expect(read(settings).port).toBe(port);
  });

  it('ends without a slash', () => {
    expect(read({ GATEWAY_BASE_URL: 'https://example.com/' }).baseUrl).toBe('https://example.com');
    expect(read({ GATEWAY_BASE_URL: 'https://example.com/gateway/' }).baseUrl).toBe('https://example.com/gateway');
  });

  it.each(['localhost:3000', 'ftp://example.com', '/gateway', 'http://', 'http://x:99999'])(
    'must be one of http or https: %s',
    (address) => {
      expect(problems({ GATEWAY_BASE_URL: address })).toEqual([
        `GATEWAY_BASE_URL must be an http or https address, not "${address}"`,
      ]);
    },
  );

  it.each<[Environment, 'local' | 'public']>([
    [{}, 'local'],
    [{ HOST: '::1', GATEWAY_BASE_URL: 'http://127.0.0.5:3000' }, 'local'],
    [{ GATEWAY_BASE_URL: 'http://[::1]:3000', HOST: 'localhost' }, 'local'],
    [{ HOST: '0.0.0.0' }, 'public'],
    [{ HOST: '::' }, 'public'],
    [{ HOST: '10.0.0.1' }, 'public'],
    [{ GATEWAY_BASE_URL: 'https://gateway.example.com' }, 'public'],
    [{ GATEWAY_BASE_URL: 'http://localhost.example.com:3000' }, 'public'],
    [{ HOST: '0.0.0.0', EGRESS_POLICY: 'local' }, 'local'],
    [{ EGRESS_POLICY: 'public' }, 'public'],
  ])('says how far the gateway may reach: %j', (settings, policy) => {
    expect(read(settings).egressPolicy).toBe(policy);
  });
});

describe('a duration', () => {
  it.each([
    ['30s', 30_000],
    ['15m', 900_000],
    ['12h', 43_200_000],
    ['7d', 604_800_000],
    ['90', 90_000],
    [' 1h ', 3_600_000],
  ])('may be written %s', (text, ms) => {
    expect(read({ JWT_ACCESS_EXPIRES: text }).jwt.accessExpiresMs).toBe(ms);
  });

  it.each(['soon', '-5m', '1.5h', '0', '0s', '1w', '15 m', '900ms', '99999d', '9999999999'])(
    'of a token may not be %s',
    (text) => {
      expect(problems({ JWT_ACCESS_EXPIRES: text })).toEqual([expect.stringMatching(/^JWT_ACCESS_EXPIRES must be /)]);
    },
  );

  it('that a timer must keep is at most 24 days', () => {
    expect(read({ SHUTDOWN_TIMEOUT: '24d' }).shutdownTimeoutMs).toBe(2_073_600_000);
    expect(problems({ SHUTDOWN_TIMEOUT: '25d' })).toHaveLength(1);
    expect(problems({ WEBHOOK_TIMEOUT: '25d' })).toHaveLength(1);
  });

  it('of the grace is part of that of the stop', () => {
    expect(read({ SHUTDOWN_GRACE: '5s' }).shutdownGraceMs).toBe(5_000);
    expect(problems({ SHUTDOWN_GRACE: '30s' })).toEqual([expect.stringMatching(/^SHUTDOWN_GRACE must be shorter/)]);
  });

  it('of another retry schedule is taken and noticed', () => {
    expect(read({ WEBHOOK_RETRY_DELAYS: '10ms, 20ms' }).webhooks).toMatchObject({
      retryDelaysMs: [10, 20],
      scheduleChanged: true,
    });
    expect(problems({ WEBHOOK_RETRY_DELAYS: '1s,,x' })).toHaveLength(2);
  });
});

describe('everything wrong is named at once, a line each', () => {
  it('in every setting', () => {
    const wrong: Environment = {
      GATEWAY_BASE_URL: 'nowhere',
      PORT: '70000',
      JWT_SECRET: 'short',
      JWT_SECRET_PREV: 'short',
      JWT_ACCESS_EXPIRES: 'soon',
      JWT_REFRESH_EXPIRES: 'later',
      BIND_JWT_TO_DEVICE: 'maybe',
      GATEWAY_ENCRYPTION_KEY: 'short',
      GATEWAY_ENCRYPTION_KEY_PREV: 'short',
      DATABASE_URL: 'mysql://localhost',
      DATABASE_POOL_SIZE: '1',
      TRUST_PROXY: 'everyone',
      EGRESS_POLICY: 'anywhere',
      WEBHOOK_RETRY_DELAYS: 'x',
      WEBHOOK_TIMEOUT: 'x',
      WEBHOOK_DISABLE_AFTER: 'x',
      HMAC_RULES: '{',
      DEFAULT_MODEL: 'gpt',
      OPENAI_COMPATIBLE_BASE_URL: 'localhost',
      RATE_LIMIT_AUTH: '0',
      RATE_LIMIT_FAILED_LOGINS: 'many',
      RATE_LIMIT_USER: '-1',
      HEADERS_TIMEOUT: 'x',
      REQUEST_TIMEOUT: 'x',
      SHUTDOWN_TIMEOUT: 'x',
      LOG_LEVEL: 'loud',
    };
    const told = problems(wrong);
    expect(told.map((line) => line.split(' ', 1)[0]).sort()).toEqual(Object.keys(wrong).sort());
  });

  it('even when what was given has several lines', () => {
    for (const name of ['GATEWAY_BASE_URL', 'PORT', 'LOG_LEVEL', 'SHUTDOWN_TIMEOUT', 'TRUST_PROXY', 'DEFAULT_MODEL']) {
      const told = problems({ [name]: 'one\ntwo' });
      expect(told).toHaveLength(1);
      expect(told[0]).not.toContain('\n');
    }
  });

  it.each<[string, RegExp]>([
    ['{}', /must be a JSON array/],
    ['[5]', /rule 0: path/],
    ['[{"path":"auth"}]', /rule 0: path/],
    ['[{"path":"/a"}]', /rule 0: header is missing/],
    ['[{"path":"/a","header":"h","algorithm":"md5"}]', /rule 0: algorithm must be sha256 or sha1/],
    ['[{"path":"/a","header":"h","algorithm":"sha1"}]', /rule 0: secret is missing/],
    ['[{"path":"/a","header":"h","algorithm":"sha1","secret":"s","prefix":1}]', /rule 0: prefix/],
    ['[{"path":"/a","header":"h","algorithm":"sha1","secret":"s","method":1}]', /rule 0: method/],
  ])('in a rule: %s', (rules, message) => {
    expect(problems({ HMAC_RULES: rules })).toEqual([expect.stringMatching(message)]);
  });

  it('and what fits in itself but not together', () => {
    expect(problems({ HEADERS_TIMEOUT: '1m', REQUEST_TIMEOUT: '30s' })).toEqual([
      'HEADERS_TIMEOUT must not be longer than REQUEST_TIMEOUT',
    ]);
    expect(problems({ DATABASE_URL: 'postgres://user:p#ss@[host/db' })).toEqual([
      expect.stringMatching(/^DATABASE_URL must be /),
    ]);
  });
});

it('proxies are believed by address, range or kind', () => {
  expect(read({ TRUST_PROXY: 'off' }).trustProxy).toEqual([]);
  expect(read({ TRUST_PROXY: '10.0.0.0/8, ::1,loopback' }).trustProxy).toEqual(['10.0.0.0/8', '::1', 'loopback']);
});

it('several API keys are separated by commas', () => {
  expect(read({ GATEWAY_API_KEY: 'one, two,,three ' }).apiKeys).toEqual(['one', 'two', 'three']);
});

it.each([
  ['on', true],
  ['TRUE', true],
  ['1', true],
  ['off', false],
  ['0', false],
  ['', false],
])('a switch may be %s', (text, on) => {
  expect(read({ BIND_JWT_TO_DEVICE: text }).jwt.bindToDevice).toBe(on);
});

it('takes a collector for traces, and never shows what its headers hold', () => {
  expect(read().telemetry).toEqual({ endpoint: undefined, headers: {}, serviceName: 'agent-gateway' });
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example.com/base',
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YWJj==, x-tenant = a%,x-empty=',
    OTEL_SERVICE_NAME: 'ships',
  };
  expect(read(settings).telemetry).toEqual({
    endpoint: 'https://otel.example.com/base',
    headers: { authorization: 'Basic YWJj==', 'x-tenant': 'a%', 'x-empty': '' },
    serviceName: 'ships',
  });
  expect(problems({ OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a,canary', OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://a' })).toEqual([
    'OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs, separated by commas',
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address, not "grpc://a"',
  ]);
});
