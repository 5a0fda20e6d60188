import type { Log } from '../../kernel/log.ts';
import type { Health, Readiness } from './health.schema.ts';
import type { Probe } from './probes.ts';

const keptMs = 1_000;
const probeTimeoutMs = 2_000;

type Deps = {
  probes: { search: Probe; database: Probe; websocket: Probe };
  /** Known without asking. */
  isDatabaseAway(): boolean;
  version: string;
  log: Log;
};

export function createHealthService({ probes, isDatabaseAway, version, log }: Deps) {
  const startedAt = performance.now();
  let state: Readiness['status'] = 'starting';
  let kept: { at: number; result: Promise<Health> } | undefined;

  async function check(name: string, probe: Probe) {
    const began = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${probeTimeoutMs} ms`)), probeTimeoutMs);
    });
    let status: 'ok' | 'down' = 'ok';
    try {
      await Promise.race([probe(), late]);
    } catch (error) {
      status = 'down';
      log.warn({ err: error, check: name }, 'health check failed');
    }
    clearTimeout(timer);
    return { status, latencyMs: Math.round((performance.now() - began) * 100) / 100 };
  }

  async function examine(): Promise<Health> {
    const [search, database, websocket] = await Promise.all([
      check('search', probes.search),
      check('database', probes.database),
      check('websocket', probes.websocket),
    ]);
    const checks = { search, database, websocket };
    const failed = Object.values(checks).some(({ status }) => status === 'down');
    const status = database.status === 'down' ? 'down' : failed ? 'degraded' : 'ok';
    return { status, version, uptimeSeconds: Math.floor((performance.now() - startedAt) / 1_000), checks };
  }

  return {
    readiness: (): Readiness => ({ status: state === 'ready' && isDatabaseAway() ? 'database_away' : state }),
    setState(next: Readiness['status']): void {
      state = next;
    },
    /** Anyone may ask as often as they like: the work is done at most once a second. */
    health(): Promise<Health> {
      if (!kept || performance.now() - kept.at > keptMs) kept = { at: performance.now(), result: examine() };
      return kept.result;
    },
  };
}

export type HealthService = ReturnType<typeof createHealthService>;
