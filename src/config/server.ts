import ipaddr from 'ipaddr.js';
import { type AllowedOrigins, readOrigin } from '../http/cross-origin.ts';
import { parseHmacRules } from '../http/hmac-rules.ts';
import { dayMs } from '../kernel/clock.ts';
import type { Readers } from './readers.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const defaultPort = 3000;

const isLoopback = (host: string) => {
  const name = host.replace(/^\[|\]$/g, '');
  if (name === 'localhost') return true;
  return ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback';
};

function readOrigins({ list, wrong }: Readers, name: string): AllowedOrigins {
  const listed = list(name) ?? [];
  if (listed.length === 1 && listed[0] === '*') return '*';
  return listed.flatMap((part) => {
    const origin = readOrigin(part);
    if (!origin) wrong(name, `lists "${part}", which is no origin such as https://app.example.com; * stands alone`);
    return origin ?? [];
  });
}

/** Where the gateway listens, and whom it believes. */
export function readServer(read: Readers) {
  const named = read.url('GATEWAY_BASE_URL');
  // From the text: a URL forgets a port that its scheme implies.
  const basePort = /^https?:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(read.text('GATEWAY_BASE_URL') ?? '')?.[1];
  const host = read.text('HOST') ?? '127.0.0.1';
  const port = read.integer('PORT', Number(basePort) || defaultPort, 0, 65_535);
  const baseUrl = named ?? new URL(`http://localhost:${port > 0 && port <= 65_535 ? port : defaultPort}`);
  return {
    baseUrl: baseUrl.href.replace(/\/$/, ''),
    /** Otherwise the gateway is reached where it listens. */
    hasOwnBaseUrl: named !== undefined,
    host,
    port,
    trustProxy: read.addresses('TRUST_PROXY'),
    corsOrigins: readOrigins(read, 'CORS_ORIGINS'),
    metricsAllow: read.addresses('METRICS_ALLOW'),
    egressPolicy: read.choice(
      'EGRESS_POLICY',
      ['public', 'local'],
      isLoopback(baseUrl.hostname) && isLoopback(host) ? 'local' : 'public',
    ),
    hmacRules: read.parsed('HMAC_RULES', parseHmacRules, []),
    logLevel: read.choice('LOG_LEVEL', logLevels, 'info'),
  };
}

export function readLimits({ integer, duration, wrong }: Readers) {
  const limits = {
    authPerMinute: integer('RATE_LIMIT_AUTH', 300, 1, 1_000_000),
    failedLoginsPerMinute: integer('RATE_LIMIT_FAILED_LOGINS', 10, 1, 1_000_000),
    userPerMinute: integer('RATE_LIMIT_USER', 30_000, 1, 100_000_000),
    socketsPerUser: integer('MAX_SOCKETS_PER_USER', 100, 1, 1_000_000),
    streamsPerUser: integer('MAX_STREAMS_PER_USER', 200, 1, 1_000_000),
    channelPerMinute: integer('RATE_LIMIT_CHANNEL', 600, 1, 100_000_000),
    headersTimeoutMs: duration('HEADERS_TIMEOUT', '10s'),
    requestTimeoutMs: duration('REQUEST_TIMEOUT', '30s'),
    uploadTimeoutMs: duration('UPLOAD_TIMEOUT', '15m', { maximumMs: dayMs }),
    maxFileBytes: integer('MAX_FILE_BYTES', 20_971_520, 1, 536_870_912),
    /** Of a request with messages, whose images and files may be data in it. */
    maxMessageBytes: integer('MAX_MESSAGE_BYTES', 29_360_128, 1_048_576, 268_435_456),
  };
  if (limits.headersTimeoutMs > limits.requestTimeoutMs)
    wrong('HEADERS_TIMEOUT', 'must not be longer than REQUEST_TIMEOUT');
  return { ...limits, uploadTimeoutMs: Math.max(limits.uploadTimeoutMs, limits.requestTimeoutMs) };
}

export function readShutdown({ duration, wrong }: Readers) {
  const shutdownTimeoutMs = duration('SHUTDOWN_TIMEOUT', '30s');
  const shutdownGraceMs = duration('SHUTDOWN_GRACE', '0s', { minimumMs: 0 });
  if (shutdownGraceMs > 0 && shutdownGraceMs >= shutdownTimeoutMs)
    wrong('SHUTDOWN_GRACE', 'must be shorter than SHUTDOWN_TIMEOUT, of which it is a part');
  return { shutdownTimeoutMs, shutdownGraceMs };
}
