import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

/**
 * The part of Helm's templates that our chart uses, because Helm itself cannot be had from a package registry. Anything
 * else in a template throws, so the chart cannot grow beyond what is checked.
 */
type Value = unknown;

const text = (value: Value) => (value === undefined || value === null ? '' : String(value));
const functions: Record<string, (...given: Value[]) => Value> = {
  toYaml: (value) => stringify(value).trimEnd(),
  nindent: (width, value) => `\n${text(value).replaceAll(/^(?=.)/gm, ' '.repeat(Number(width)))}`,
  quote: (value) => JSON.stringify(text(value)),
  default: (otherwise, value) => (isTrue(value) ? value : otherwise),
  sha256sum: (value) => createHash('sha256').update(text(value)).digest('hex'),
};

const isTrue = (value: Value): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);

function operand(word: string, data: Value): Value {
  if (/^\d+$/.test(word)) return Number(word);
  if (/^"[^"]*"$/.test(word)) return JSON.parse(word);
  if (!/^(\.\w+)+$/.test(word)) throw new Error(`Templates of the chart have no ${word}.`);
  return word
    .slice(1)
    .split('.')
    .reduce((value, name) => {
      // Helm gives nothing for a value that is not there, which is how a misspelt one goes unnoticed.
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
        throw new Error(`The chart has no value ${word}.`);
      return (value as Record<string, Value>)[name];
    }, data);
}

/** `a | f 1 | g`: what is before a bar is the last argument of what follows. */
function evaluate(expression: string, data: Value): Value {
  const [first = '', ...rest] = expression.split('|').map((part) => part.trim().split(/\s+/));
  const call = ([name = '', ...words]: string[], last: Value[]) => {
    const made = functions[name];
    if (!made) throw new Error(`Templates of the chart have no function ${name}.`);
    return made(...words.map((word) => operand(word, data)), ...last);
  };
  const start = first.length === 1 ? operand(first[0] ?? '', data) : call(first as string[], []);
  return rest.reduce<Value>((value, words) => call(words, [value]), start);
}

function render(template: string, data: Value): string {
  // Text and actions in turn; a dash takes away the space beside it.
  const parts = template
    .replaceAll(/\s*\{\{-/g, '{{')
    .replaceAll(/-\}\}\s*/g, '}}')
    .split(/\{\{(.*?)\}\}/);
  const open: boolean[] = [];
  let output = '';
  for (const [place, part] of parts.entries()) {
    const isShown = open.every(Boolean);
    const action = part.trim();
    if (place % 2 === 0) output += isShown ? part : '';
    else if (action.startsWith('if ')) open.push(isShown && isTrue(evaluate(action.slice(3), data)));
    else if (action === 'end') open.pop();
    else if (isShown) output += text(evaluate(action, data));
  }
  if (open.length > 0) throw new Error('An `if` has no `end`.');
  return output;
}

/** Renders the chart as `helm template <release>` does; `values` are merged into those of the chart at the top. */
export function renderChart(folder: string, release: string, values: Record<string, object> = {}) {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const chart = parse(read('Chart.yaml')) as { name: string; version: string; appVersion: string };
  const defaults = parse(read('values.yaml')) as Record<string, object>;
  const merged = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, values[name] ? { ...value, ...values[name] } : value]),
  );
  const data = {
    Values: merged,
    Chart: { Name: chart.name, Version: chart.version, AppVersion: chart.appVersion },
    Release: { Name: release, Namespace: release, Service: 'Helm' },
  };
  const files = Object.fromEntries(
    readdirSync(join(folder, 'templates')).map((name) => [name, render(read(join('templates', name)), data)]),
  );
  return { chart, values: merged, files };
}
