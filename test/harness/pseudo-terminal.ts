import { spawn, spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { expect } from 'vitest';

/** `script` of util-linux, which every Linux has and busybox has not; other systems have another one. */
export const hasPseudoTerminal = /util-linux/.test(
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '',
);

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/** Runs a command in a pseudo-terminal: it sees a terminal at stdin, stdout and stderr. */
export function inTerminal(words: readonly string[], { cwd, env }: { cwd?: string; env: NodeJS.ProcessEnv }) {
  // `exec`: a shell in between would answer Ctrl-C itself.
  const child = spawn('script', ['-qefc', `exec ${words.map(quoted).join(' ')}`, '/dev/null'], {
    ...(cwd ? { cwd } : {}),
    env: { TERM: 'xterm', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output: stripVTControlCharacters(output).replaceAll('\r', '') }));
  });
  return {
    raw: () => output,
    ended,
    /** Types a line, or a key such as Ctrl-C. */
    type: (text: string) => child.stdin.write(text),
    async shows(text: string | RegExp): Promise<void> {
      await expect.poll(() => stripVTControlCharacters(output)).toMatch(text);
    },
    kill: () => child.kill('SIGKILL'),
  };
}
