import cluster, { type Worker } from 'node:cluster';
import { flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { AggregatorRegistry } from 'prom-client';
import { type Config, ConfigError, readConfig, readMisspelt } from './config.ts';
import { backoffMs } from './kernel/backoff.ts';
import { createLogger } from './platform/logger.ts';
import { type FromProcess, type FromSupervisor, type OwnMetrics, oneOfSeveral } from './platform/processes.ts';
import { welcome } from './welcome.ts';

/**
 * PROCESSES=n: one port and one log for n gateways, each of them a node like those of other machines. This process has
 * the port and gives each new connection to the next gateway in turn; it reads no request.
 */
const say = (line: string) => process.stderr.write(`${line}\n`);

function readSettings(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    for (const line of error instanceof ConfigError ? error.problems : [String(error)]) say(line);
    process.exit(1);
  }
}

/** Others are not made to wait for a process that is starting or stuck. */
const metricsPatienceMs = 2_000;
/** Longer than SHUTDOWN_TIMEOUT: a gateway ends by itself within it. */
const extraTimeMs = 5_000;

function supervise(config: Config): void {
  const log = createLogger(config.logLevel, () => undefined);
  const { processes } = config.database;
  const tell = (worker: Worker, message: FromSupervisor) => {
    if (worker.isConnected()) worker.send(message);
  };
  const ready = new Set<Worker>();
  let stopping = false;
  let rolling = false;
  let everReady = false;
  let failures = 0;

  cluster.setupPrimary({ exec: fileURLToPath(new URL('./main.ts', import.meta.url)), args: [oneOfSeveral] });

  /** Resolves to the address when it listens, or to undefined if it ended before. */
  function start(): { worker: Worker; listening: Promise<string | undefined> } {
    const worker = cluster.fork();
    const listening = Promise.withResolvers<string | undefined>();
    worker.on('message', (message: FromProcess) => {
      if (message.type !== 'ready') return;
      ready.add(worker);
      everReady = true;
      failures = 0;
      listening.resolve(message.address);
    });
    worker.once('exit', () => {
      ready.delete(worker);
      listening.resolve(undefined);
    });
    return { worker, listening: listening.promise };
  }

  const collections = new Map<number, { metrics: Map<Worker, OwnMetrics>; asked: number; finish: () => void }>();
  let lastCollection = 0;

  /** Every ready process gives its own metrics; sums are made by name and labels. */
  async function collectMetrics(asking: Worker, id: number): Promise<void> {
    const collection = ++lastCollection;
    const finished = Promise.withResolvers<void>();
    const metrics = new Map<Worker, OwnMetrics>();
    collections.set(collection, { metrics, asked: ready.size, finish: finished.resolve });
    const timer = setTimeout(finished.resolve, metricsPatienceMs);
    for (const worker of ready) tell(worker, { type: 'give-metrics', id: collection });
    await finished.promise;
    clearTimeout(timer);
    collections.delete(collection);
    const text = await AggregatorRegistry.aggregate([...metrics.values()]).metrics();
    tell(asking, { type: 'metrics-of-all', id, text });
  }

  cluster.on('message', (worker, message: FromProcess) => {
    if (message.type === 'read-metrics') void collectMetrics(worker, message.id);
    if (message.type !== 'own-metrics') return;
    const collection = collections.get(message.id);
    collection?.metrics.set(worker, message.metrics);
    if (collection && collection.metrics.size >= collection.asked) collection.finish();
  });

  /** Processes whose end is expected: they are not started again. */
  const leaving = new Set<Worker>();
  cluster.on('exit', (worker, code, signal) => {
    if (stopping || leaving.delete(worker)) return;
    // It has said why.
    if (!everReady) process.exit(1);
    failures += 1;
    const pauseMs = backoffMs(failures, 500, 10_000);
    log.error({ pid: worker.process.pid, code, signal, pauseMs }, 'a process ended by itself and is started again');
    setTimeout(() => {
      if (!stopping) start();
    }, pauseMs);
  });

  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const timer = setTimeout(() => {
      for (const worker of workers) worker.process.kill('SIGKILL');
    }, config.shutdownTimeoutMs + extraTimeMs);
    const codes = await Promise.all(
      workers.map((worker) => {
        const ended = new Promise<number>((resolve) => worker.once('exit', (code) => resolve(code ?? 1)));
        worker.process.kill('SIGTERM');
        return ended;
      }),
    );
    clearTimeout(timer);
    process.exit(codes.every((code) => code === 0) ? 0 : 1);
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());

  /** A new gateway takes connections before an old one leaves; the old code and settings stay if the new cannot start. */
  async function roll(): Promise<void> {
    if (rolling || stopping) return;
    rolling = true;
    log.info({ processes: ready.size }, 'restarting the processes one after another');
    for (const old of [...ready]) {
      const next = start();
      leaving.add(next.worker);
      const address = await next.listening;
      if (stopping) return;
      if (address === undefined) {
        log.error({}, 'the new process could not start: the old ones stay');
        break;
      }
      // One that ended by itself meanwhile is replaced already.
      const surplus = ready.has(old) ? old : next.worker;
      leaving.delete(next.worker);
      leaving.add(surplus);
      const ended = new Promise((resolve) => surplus.once('exit', resolve));
      tell(surplus, { type: 'leave' });
      await ended;
    }
    rolling = false;
    log.info({ processes: ready.size }, 'restart over');
  }
  process.on('SIGHUP', () => void roll());

  // The first migrates the database and finds what is wrong with the settings; the others follow.
  void start().listening.then(async (address) => {
    if (address === undefined || stopping) return;
    const others = Array.from({ length: processes - 1 }, start);
    await Promise.all(others.map(({ listening }) => listening));
    if (stopping) return;
    say(welcome(config, address));
    log.info({ processes: ready.size, pids: [...ready].map(({ process: { pid } }) => pid) }, 'all processes are ready');
    flushCompileCache();
  });
}

const config = readSettings();
if (config.database.processes === 1) await import('./serve.ts');
else {
  for (const line of readMisspelt(process.env)) say(line);
  supervise(config);
}
