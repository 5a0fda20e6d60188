import { textOf, type Values } from '../ui/form-dialog.tsx';

export const labelsField = {
  name: 'metadata',
  label: 'Labels',
  kind: 'long',
  placeholder: 'team: finance',
  hint: 'One a line, if you like. A search can be limited to documents that have them.',
} as const;

/** The lines of that field, such as `team: finance`. */
export function metadataIn(values: Values): Record<string, string> {
  const lines = textOf(values, labelsField.name)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => /^\s*([^:]+?)\s*:\s*(.*?)\s*$/.exec(line));
  if (pairs.some((pair) => pair === null)) throw new Error('A line of the labels is not “name: value”.');
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']));
}

export const linesOf = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
