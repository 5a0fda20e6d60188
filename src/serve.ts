import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { compose, type Gateway } from './compose.ts';
import { ConfigError, readConfig, readMisspelt } from './config.ts';
import { CannotStart } from './kernel/cannot-start.ts';
import { limitMemory } from './platform/memory-limit.ts';
import { isOneOfSeveral, onLeave, tellReady } from './platform/processes.ts';
import { welcome } from './welcome.ts';

const say = (line: string) => process.stderr.write(`${line}\n`);

function refuse(lines: readonly string[]): never {
  for (const line of lines) say(line);
  process.exit(1);
}

function build(): { gateway: Gateway; config: ReturnType<typeof readConfig> } {
  try {
    const config = readConfig(process.env);
    return { config, gateway: compose(config) };
  } catch (error) {
    if (error instanceof ConfigError) refuse(error.problems);
    if (error instanceof CannotStart) refuse([error.message]);
    refuse([`Could not start: ${(error as Error).message}`]);
  }
}

if (!isOneOfSeveral()) for (const line of readMisspelt(process.env)) say(line);
const { gateway, config } = build();

let stopping = false;

async function stop(code: number): Promise<void> {
  stopping = true;
  try {
    await gateway.stop();
  } catch (error) {
    gateway.log.error({ err: error }, 'could not stop in order');
  }
  process.exit(code);
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0));
if (isOneOfSeveral())
  onLeave(() => {
    // The supervisor gives new connections to the others from now on.
    gateway.app.server.close();
    void stop(0);
  });
process.on('unhandledRejection', (error) => gateway.log.error({ err: error }, 'unhandled rejection'));
process.on('uncaughtException', (error) => {
  gateway.log.fatal({ err: error }, 'uncaught exception');
  void stop(1);
});

try {
  await gateway.start();
  if (!stopping) {
    if (isOneOfSeveral()) tellReady(gateway.listeningOn());
    else say(welcome(config, gateway.listeningOn()));
  }
  // Otherwise it would be written at exit, and a killed process would leave nothing for the next start.
  flushCompileCache();
  limitMemory();
  // A function is compiled by V8's best compiler after so many calls, not 3,000: a turn takes a sixth less CPU from its second thousand on, not from
  // its twentieth. Set behind the start, because V8 refuses compiled code that was cached with other flags.
  setFlagsFromString('--invocation-count-for-turbofan=1000');
} catch (error) {
  // Releases claims, so that other nodes can continue at once.
  await gateway.stop().catch(() => undefined);
  if ((error as { code?: string }).code === 'EADDRINUSE')
    refuse([`Port ${config.port} on ${config.host} is taken. Stop what listens there, or set PORT to another one.`]);
  if (error instanceof CannotStart) refuse([error.message]);
  gateway.log.fatal({ err: error }, 'could not start');
  refuse([`Could not start: ${(error as Error).message}`]);
}
