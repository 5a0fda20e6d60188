import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const codeOf = (script: string) => `
    import fs from 'node:fs';
    import { createLogger } from ${JSON.stringify(new URL('./logger.ts', import.meta.url).href)};
    const log = createLogger('info', () => undefined);
    let writes = 0;
    const { writeSync } = fs;
    fs.writeSync = (...given) => { if (given[0] === 1) writes += 1; return writeSync(...given); };
    ${script}`;

/** Runs a script with a logger in a process of its own. */
const run = (script: string) => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', codeOf(script)], {
    encoding: 'utf8',
  });
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

  it('are whole though several processes share a pipe that is full', () => {
    // A reader that is slower than the writers.
    const script = `
      const line = 'x'.repeat(200);
      let turns = 0;
      const turn = () => { for (let i = 0; i < 40; i += 1) log.info({ line }, 'one'); if (++turns < 50) setImmediate(turn); };
      turn();`;
    const child = [process.execPath, '--input-type=module', '-e', codeOf(script)];
    const writers = `${Array.from({ length: 3 }, () => '"$@" &').join(' ')} wait`;
    const slow = 'while IFS= read -r line; do printf "%s\\n" "$line"; done';
    const { stdout } = spawnSync('sh', ['-c', `{ ${writers}; } | { ${slow}; }`, 'sh', ...child], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    const lines = stdout.trim().split('\n');
    expect(lines).toHaveLength(6_000);
    expect(lines.filter((line) => !line.startsWith('{"level"') || !line.endsWith('"msg":"one"}'))).toEqual([]);
  });

  it('that cannot be written end nothing else', () => {
    const code = codeOf(
      "log.info({}, 'a'); setTimeout(() => { log.info({}, 'b'); process.stderr.write('alive'); }, 50);",
    );
    const { stderr, status } = spawnSync(
      'sh',
      ['-c', '"$@" > /dev/full', 'sh', process.execPath, '--input-type=module', '-e', code],
      {
        encoding: 'utf8',
      },
    );
    expect([stderr, status]).toEqual(['alive', 0]);
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
