import { readFileSync } from 'node:fs';

/**
 * Loaded into a node first (`node --import`): shifts its clock by the milliseconds in a file. The gateway has no code
 * for it.
 */
const file = process.env.FAULTS_CLOCK_FILE ?? '';
const realNow = Date.now.bind(Date);
let offsetMs = 0;

function read(): void {
  try {
    offsetMs = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    offsetMs = 0;
  }
}
read();
setInterval(read, 100).unref();

const now = () => realNow() + offsetMs;
Date.now = now;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
});
