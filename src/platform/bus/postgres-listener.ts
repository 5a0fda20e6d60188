import pg from 'pg';
import { backoffMs } from '../../kernel/backoff.ts';
import type { Log } from '../../kernel/log.ts';
import { listen, ping } from '../db/notifications.ts';

type Options = {
  url: string;
  channel: string;
  log: Log;
  heartbeatMs?: number;
  onPacket(packet: string): void;
  /** After every connect, except a first one that succeeds at once. */
  onReconnect(): void;
};

/** One connection that LISTENs, made again whenever it dies. */
export function createPostgresListener({ url, channel, log, heartbeatMs = 30_000, onPacket, onReconnect }: Options) {
  let running = false;
  let current: pg.Client | undefined;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      application_name: 'agent-gateway-bus',
    });
    current = client;
    const lose = (error?: unknown) => {
      client.end().catch(() => undefined);
      if (current !== client) return;
      current = undefined;
      clearTimeout(timer);
      failures += 1;
      if (!running) return;
      log.warn({ err: error, failures }, 'the bus lost its database connection');
      timer = setTimeout(connect, backoffMs(failures, 100, 5_000));
    };
    client.on('error', lose);
    client.on('end', () => lose());
    client.on('notification', ({ payload }) => payload && onPacket(payload));
    try {
      await client.connect();
      await listen(client, channel);
    } catch (error) {
      lose(error);
      return;
    }
    if (current !== client) return;
    if (failures > 0) onReconnect();
    failures = 0;
    watch(client, lose);
  }

  // A listener sends nothing, so a connection that a firewall dropped silently would look alive for hours.
  function watch(client: pg.Client, lose: (error: unknown) => void): void {
    timer = setTimeout(async () => {
      await ping(client).then(() => current === client && watch(client, lose), lose);
    }, heartbeatMs);
  }

  return {
    async start(): Promise<void> {
      if (running) return;
      running = true;
      await connect();
    },
    async stop(): Promise<void> {
      running = false;
      clearTimeout(timer);
      const client = current;
      current = undefined;
      await client?.end().catch(() => undefined);
    },
  };
}
