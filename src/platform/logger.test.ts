import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

/** Runs a script with a logger in a process of its own. */
const run = (script: string) => {
  const code = `
    import fs from 'node:fs';
    import { createLogger } from ${JSON.stringify(new URL('./logger.ts', import.meta.url).href)};
    const log = createLogger('info', () => undefined);
    let writes = 0;
    const { writeSync } = fs;
    fs.writeSync = (...given) => { if (given[0] === 1) writes += 1; return writeSync(...given); };
    ${script}`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { stderr, messages: lines.map((line) => (JSON.parse(line) as { msg: string }).msg) };
};

describe('lines on standard output', () => {
  it('are written together if they belong to one turn of the event loop', () => {
    const { messages, stderr } = run(`
      for (let i = 0; i < 50; i += 1) log.info({}, 'one ' + i);
      setTimeout(() => { log.info({}, 'two'); }, 20);
      setTimeout(() => { process.stderr.write('writes ' + writes); }, 60);`);
    expect(messages).toEqual([...Array.from({ length: 50 }, (_, i) => `one ${i}`), 'two']);
    expect(stderr).toBe('writes 2');
  });

  it('are all there when the process exits', () => {
    expect(run("log.info({}, 'a'); log.warn({}, 'b'); process.exit(3);").messages).toEqual(['a', 'b']);
    expect(run("log.info({}, 'a'); throw new Error('c');").messages).toEqual(['a']);
  });

  it('do not wait if one is fatal', () => {
    const { messages } = run("log.info({}, 'a'); log.fatal({}, 'b'); process.kill(process.pid, 'SIGKILL');");
    expect(messages).toEqual(['a', 'b']);
  });
});
