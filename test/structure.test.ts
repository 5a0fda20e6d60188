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

const code = sources.filter((file) => file.startsWith('src/'));
const withoutComments = (file: string) =>
  (textOf.get(file) ?? '').replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');

/** Moving and backing up are about the tables themselves; below platform/db is the database. */
const aboutTables = ['src/operations/', 'src/platform/db/'];
const isExempt = (file: string) => aboutTables.some((folder) => file.startsWith(folder));
const statement =
  /\b(SELECT\s[\s\S]{0,400}?\bFROM\b|INSERT INTO\s+\w|UPDATE\s+\w+\s+SET\b|DELETE FROM\s+\w|WITH\s+\w+\s+AS\b)/;

it('has SQL in stores only', () => {
  const others = code.filter(
    (file) => !file.endsWith('.store.ts') && !isExempt(file) && statement.test(withoutComments(file)),
  );
  expect(others).toEqual([]);
});

/** A part of a statement counts for the file it stands in, wherever it is put together. */
const writing =
  /\b(?:INSERT (?:OR \w+ )?INTO|DELETE FROM|UPDATE(?=\s+[a-z_]+\s+(?:(?:AS )?[a-z_]+\s+)?SET\b))\s+([a-z_]+)/g;
const hiddenWriting = /\b(?:INSERT (?:OR \w+ )?INTO|UPDATE|DELETE FROM)\s+\$\{/;
const ownerOf = (file: string) => /^src\/(features\/[^/]+|platform\/[^/]+|[^/]+)/.exec(file)?.[1] ?? file;

it('has one feature that writes a table', () => {
  const writers = new Map<string, Set<string>>();
  for (const file of code.filter((each) => !isExempt(each)))
    for (const [, table = ''] of withoutComments(file).matchAll(writing))
      writers.set(table, (writers.get(table) ?? new Set()).add(ownerOf(file)));
  const shared = [...writers].filter(([, owners]) => owners.size > 1).map(([table, owners]) => [table, [...owners]]);
  expect(writers.size).toBeGreaterThan(30);
  expect(shared).toEqual([]);
});

it('names the table in every statement that writes', () => {
  const hidden = code.filter((file) => !isExempt(file) && hiddenWriting.test(withoutComments(file)));
  expect(hidden).toEqual([]);
});

/** Definitions of which there is one: where it is, and how a copy of it would look. */
const definitions: Record<string, RegExp> = {
  'src/kernel/person.ts': /\btype Person = \{/,
  'src/kernel/clock.ts': /\b86_400_000\b|new Date\([^)]*\)\.toISOString\(\)\.slice\(0, 10\)/,
  'src/http/validation/type.ts': /\bconst Nullable =/,
};

it('has no copies of what is defined once', () => {
  const copies = Object.entries(definitions).flatMap(([home, pattern]) =>
    code.filter((file) => file !== home && file !== 'src/kernel/durations.ts' && pattern.test(withoutComments(file))),
  );
  expect(copies).toEqual([]);
});
