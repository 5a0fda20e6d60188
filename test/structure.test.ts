import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

/** The rules of CONTRIBUTING that no linter knows, held against the files themselves. */
const packages = readdirSync('packages')
  .map((name) => join('packages', name, 'src'))
  .filter((folder) => existsSync(folder));
const sources = ['src', ...packages]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
const textOf = new Map(sources.map((file) => [file, readFileSync(file, 'utf8')]));

const mostInFolder = 16;
const mostLines = 400;
/** Written by a script. */
const mayBeLonger = new Set(['packages/client/src/api.ts']);

it('has no folder in which one gets lost', () => {
  const folders = Map.groupBy(sources, (file) => dirname(file));
  const large = [...folders].filter(([, files]) => files.length > mostInFolder).map(([folder]) => folder);
  expect(large).toEqual([]);
});

it('has no file that is more than one thing', () => {
  const long = sources.filter(
    (file) => !mayBeLonger.has(file) && (textOf.get(file) ?? '').split('\n').length > mostLines,
  );
  expect(long).toEqual([]);
});

/** Types count too: two files that need each other's types are one thing, or lack a third file. */
function importsOf(file: string): string[] {
  const specifiers = (textOf.get(file) ?? '').matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g);
  return [...specifiers].map(([, specifier = '']) => normalize(join(dirname(file), specifier)));
}

/** Files from which an import leads back to them (Tarjan's strongly connected components). */
function circlesAmong(files: readonly string[]): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  function visit(file: string): number {
    const place = order.size;
    order.set(file, place);
    lowest.set(file, place);
    open.push(file);
    for (const other of importsOf(file)) {
      if (!textOf.has(other)) continue;
      if (!order.has(other)) lowest.set(file, Math.min(lowest.get(file) ?? 0, visit(other)));
      else if (open.includes(other)) lowest.set(file, Math.min(lowest.get(file) ?? 0, order.get(other) ?? 0));
    }
    if (lowest.get(file) === place) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) circles.push(circle);
    }
    return lowest.get(file) ?? 0;
  }
  for (const file of files) if (!order.has(file)) visit(file);
  return circles;
}

it('has no circles of imports', () => {
  expect(circlesAmong(sources)).toEqual([]);
});
