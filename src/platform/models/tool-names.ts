import { createHash } from 'node:crypto';
import type { ModelRequest } from './model.ts';

/** Names that every provider accepts; Google requires a letter or an underscore first. */
const acceptable = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;

export type ToolNames = { toProvider(name: string): string; fromProvider(name: string): string };

const unchanged: ToolNames = { toProvider: (name) => name, fromProvider: (name) => name };

/** No provider accepts `server.tool`: it is sent as `server_tool` and mapped back in the answer. */
export function mapToolNames({ tools, messages }: Pick<ModelRequest, 'tools' | 'messages'>): ToolNames {
  const names = new Set<string>();
  for (const { name } of tools) names.add(name);
  for (const message of messages)
    if (message.role === 'tool') names.add(message.name);
    else if (message.role === 'assistant') for (const { name } of message.toolCalls ?? []) names.add(name);

  const odd = [...names].filter((name) => !acceptable.test(name)).sort();
  if (odd.length === 0) return unchanged;

  const outgoing = new Map<string, string>();
  const incoming = new Map<string, string>();
  for (const name of odd) {
    let alias = name.replace(/[^a-zA-Z0-9_-]/g, '_').replace(/^(?![a-zA-Z_])/, '_');
    // Distinct names stay distinct, and the same set of names always gets the same aliases.
    if (alias.length > 64 || names.has(alias) || incoming.has(alias)) alias = `${alias.slice(0, 51)}_${digest(name)}`;
    outgoing.set(name, alias);
    incoming.set(alias, name);
  }
  return {
    toProvider: (name) => outgoing.get(name) ?? name,
    fromProvider: (name) => incoming.get(name) ?? name,
  };
}

const digest = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 12);
