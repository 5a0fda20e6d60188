import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const checklist = readFileSync('docs/operations/authentication-checklist.md', 'utf8');

/** The table of files: what the checklist calls each. */
const files = new Map(
  checklist
    .split('\n')
    .filter((line) => /^\| [a-z, -]+ \| `[^|]+` \|$/.test(line))
    .flatMap((line) => {
      const [, names = '', paths = ''] = line.split('|');
      const found = [...paths.matchAll(/`([^`]+)`/g)].map(([, path = '']) => join('src/features', path));
      return names.split(',').map((name, place) => [name.trim(), found[place] ?? ''] as const);
    }),
);

/** `file, "title" and "title"`. */
const claims = [...checklist.matchAll(/\b([a-z][a-z -]*), ("[^"]+"(?: and "[^"]+")*)/g)].flatMap(
  ([, file = '', titles = '']) =>
    [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({ file: file.trim(), title })),
);

describe('the authentication checklist', () => {
  it('names tests that are there, and none besides', () => {
    expect(files.size).toBeGreaterThan(10);
    expect(claims.length).toBeGreaterThan(35);
    // A title that is not read as one of a file would not be compared.
    const quoted = [...checklist.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title);
    expect(
      quoted.filter(
        (title) => title !== 'Not met' && title !== 'password' && !claims.some((claim) => claim.title === title),
      ),
    ).toEqual([]);
    const missing = claims.filter(({ file, title }) => {
      const path = files.get(file) ?? [...files].find(([name]) => file.endsWith(` ${name}`))?.[1];
      return !path || !readFileSync(path, 'utf8').includes(`it('${title}'`);
    });
    expect(missing).toEqual([]);
  });
});
