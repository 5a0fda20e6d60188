import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';

const rules = readFileSync('.dockerignore', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

/** By Docker's rule: the last line that matches the file, or a folder that it is in, decides. */
export function isIgnoredByDocker(file: string): boolean {
  const parents = file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  const matches = (pattern: string) =>
    // Docker's `*` matches names with a dot too.
    parents.some((parent) => matchesGlob(parent, pattern) || (pattern === '*' && !parent.includes('/')));
  return rules.reduce((ignored, rule) => (matches(rule.replace(/^!/, '')) ? !rule.startsWith('!') : ignored), false);
}

/** Copies what `COPY . .` of the Dockerfile gets from a fresh clone. */
export function writeDockerContext(folder: string): void {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    encoding: 'utf8',
  });
  for (const file of files.split('\0').filter((name) => name !== '' && !isIgnoredByDocker(name))) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
}
