import type { Tool } from './conversation.ts';

type Property = { type?: string | string[] };

const propertiesOf = ({ parameters }: Tool): Record<string, Property> =>
  (parameters.properties as Record<string, Property> | undefined) ?? {};

export const parameterNames = (tool: Tool): string[] => Object.keys(propertiesOf(tool));

const typesOf = (property: Property | undefined): string[] => [property?.type ?? []].flat();

/** The parameter a plain text belongs into: the one of this name, else the first text that is required, else the first. */
export function textParameter(tool: Tool, preferred: RegExp): string | undefined {
  const properties = Object.entries(propertiesOf(tool));
  const required = (tool.parameters.required as string[] | undefined) ?? [];
  const texts = properties.filter(([, property]) => typesOf(property).includes('string')).map(([name]) => name);
  return (
    properties.find(([name]) => preferred.test(name))?.[0] ?? texts.find((name) => required.includes(name)) ?? texts[0]
  );
}

/** What was written as text, as the type the tool wants. */
export function coerce(tool: Tool, name: string, text: string): unknown {
  const types = typesOf(propertiesOf(tool)[name]);
  const quoted = /^(["'`])([\s\S]*)\1$/.exec(text.trim())?.[2];
  if (quoted !== undefined) return quoted;
  if (types.length > 0 && types.every((type) => type === 'string')) return text.trim();
  try {
    return JSON.parse(text);
  } catch {
    return text.trim();
  }
}
