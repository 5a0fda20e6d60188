import type { ToolDefinition } from '../model.ts';
import { coerce, textParameter } from './tool-schema.ts';

/** `rest` is what the message says besides. An `unknown` name is that of a tool which is not there. */
export type ToolRequest = { tool: ToolDefinition; arguments: string; plain: string } | { unknown: string };

const useVerb = String.raw`\b(?:use|call|run|invoke|execute|try|trigger|fire|launch)\b`;
const between = String.raw`(?:\s+(?:the|a|an|my|your|our|this|tool|tools|function|named|called|please|up|out))*\s*["'\x60]?`;

/** Names may be written with spaces or hyphens for their underscores. */
const flexible = (name: string): string =>
  name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/_|-/g, String.raw`[\s_-]`);

/** Every tool the message asks for by name, and the message without those requests. */
export function findToolRequests(
  message: string,
  tools: readonly ToolDefinition[],
): { requests: ToolRequest[]; rest: string } {
  const requests: ToolRequest[] = [];
  let rest = message;
  const byLength = [...tools].sort((left, right) => right.name.length - left.name.length);
  for (let more = true; more; ) {
    more = false;
    for (const tool of byLength) {
      const pattern = new RegExp(
        `${useVerb}${between}(${flexible(tool.name)})(?![\\w.])["'\\x60]?(?:\\s+(?:tool|function))?`,
        'i',
      );
      const match = pattern.exec(rest);
      if (!match) continue;
      const { text, length } = argumentsAfter(rest.slice(match.index + match[0].length));
      rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length + length)}`;
      requests.push({ tool, ...readArguments(tool, text) });
      more = true;
      break;
    }
  }
  if (requests.length === 0) {
    const unknown =
      new RegExp(`${useVerb}(?:\\s+(?:the|a))?\\s+(?:tool|function)\\s+["'\\x60]?([\\w.-]+)`, 'i').exec(message) ??
      new RegExp(`${useVerb}(?:\\s+(?:the|a))?\\s+["'\\x60]?([\\w.-]+)["'\\x60]?\\s+tool\\b`, 'i').exec(message);
    if (unknown?.[1]) requests.push({ unknown: unknown[1] });
  }
  return { requests, rest: rest.replace(/^[\s,;.]*(?:and|then)?\s*/, '').trim() };
}

const introduction =
  /^\s*(?:[,:]|with|using|on|for|to|and|passing|pass|given|where|parameters?|params?|arguments?|args?|the|json)(?![\w=])\s*/i;

/** From the tool's name to the end of its arguments: a JSON object, or the rest of the sentence. */
function argumentsAfter(text: string): { text: string; length: number } {
  const lead = /^[^{\n]{0,60}?(?=\{)/.exec(text)?.[0];
  if (lead !== undefined && !/[=.?!]/.test(lead)) {
    const length = lead.length + objectLength(text.slice(lead.length));
    return { text: text.slice(lead.length, length), length };
  }
  const end =
    /[.?!;](?:\s|$)|\n|\s+(?:and|then|,)\s+(?:then\s+)?(?=(?:use|call|run|invoke|execute)\b)/i.exec(text)?.index ??
    text.length;
  return { text: text.slice(0, end), length: end };
}

/** How long the object at the beginning is; all of it when it never ends. */
function objectLength(text: string): number {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && character === '{') depth += 1;
    else if (!quoted && character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

const pair =
  /([\p{L}_][\w.-]*)\s*(?:=|:)\s*("[^"]*"|'[^']*'|`[^`]*`|\{[^}]*\}|\[[^\]]*\]|.+?)(?=\s*(?:$|[,;]\s*(?:and\s+)?[\p{L}_][\w.-]*\s*[=:]|\s+and\s+[\p{L}_][\w.-]*\s*[=:]))/gu;

function readArguments(tool: ToolDefinition, text: string): { arguments: string; plain: string } {
  // Even an object that is no JSON goes out as it was written: the gateway says what is wrong with it.
  if (text.trim().startsWith('{')) return { arguments: text.trim(), plain: '' };
  let plain = text;
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(introduction, '');
  }
  const pairs = [...plain.matchAll(pair)];
  if (pairs.length > 0) {
    const written = pairs.map(([, name = '', value = '']) => [name, coerce(tool, name, value)]);
    return { arguments: JSON.stringify(Object.fromEntries(written)), plain: '' };
  }
  const name = plain.trim() === '' ? undefined : textParameter(tool, /^$/);
  return { arguments: JSON.stringify(name ? { [name]: coerce(tool, name, plain) } : {}), plain: plain.trim() };
}
