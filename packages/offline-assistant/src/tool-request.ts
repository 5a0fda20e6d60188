import type { Tool } from './conversation.ts';
import { coerce, parameterNames, textParameter } from './tool-schema.ts';

/** `plain` is text instead of named arguments. `unknown` is the name of a tool that does not exist. */
export type ToolRequest = { tool: Tool; arguments: string; plain: string } | { unknown: string };

const useVerb = String.raw`\b(?:use|call|run|invoke|execute|try|trigger|fire|launch)\b`;
const between = String.raw`(?:\s+(?:the|a|an|my|your|our|this|tool|tools|function|named|called|please|up|out))*\s*["'\x60]?`;
const introduced = String.raw`\s*(?:\{|:|with\b|using\b|[\w.-]+\s*=)`;

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Names may be written with spaces or hyphens instead of underscores. */
const flexible = (name: string): string => escapePattern(name).replace(/_|-/g, String.raw`[\s_-]`);

const sameName = (written: string, { name }: Tool): boolean => new RegExp(`^${flexible(name)}$`, 'i').test(written);

/** Every tool that the message requests by name, and the message without those requests. */
export function findToolRequests(message: string, tools: readonly Tool[]): { requests: ToolRequest[]; rest: string } {
  const requests: ToolRequest[] = [];
  let rest = '';
  let from = 0;
  if (tools.length > 0) {
    const longestFirst = [...tools].sort((left, right) => right.name.length - left.name.length);
    const name = `(${longestFirst.map((tool) => flexible(tool.name)).join('|')})(?![\\w.]\\w)["'\\x60]?`;
    const pattern = new RegExp(
      `(?:${useVerb}${between}${name}(?:\\s+(?:tool|function)\\b)?|^\\s*${name}(?=${introduced}))`,
      'gi',
    );
    for (const match of message.matchAll(pattern)) {
      const tool = tools.find((each) => sameName(match[1] ?? match[2] ?? '', each));
      if (!tool || match.index < from) continue;
      const start = match.index + match[0].length;
      const { text, length } = argumentsAfter(message.slice(start));
      requests.push({ tool, ...readArguments(tool, text) });
      rest += message.slice(from, match.index);
      from = start + length;
    }
  }
  const page = requests.length === 0 ? findPage(message, tools) : undefined;
  if (page) return { requests: [page], rest: '' };
  rest = (rest + message.slice(from)).replace(/^[\s,;.]*(?:(?:and|then|please)\b\s*)*/i, '').trim();
  const missing = requests.length === 0 ? findMissing(message) : undefined;
  return missing ? { requests: [{ unknown: missing }], rest: '' } : { requests, rest };
}

/** "Please fetch https://…": a request without a tool's name, if a tool takes a URL. */
function findPage(message: string, tools: readonly Tool[]): ToolRequest | undefined {
  const verb = String.raw`\b(?:fetch|read|open|get|load|visit|check|look at|go to|summari[sz]e|what is (?:on|at)|what's (?:on|at))\b`;
  const url = new RegExp(`${verb}[^?!]{0,80}?(https?://[^\\s"'<>]+)`, 'i')
    .exec(message)?.[1]
    ?.replace(/[.,;:!?)]+$/, '');
  const tool = tools.find((each) => /fetch/i.test(each.name) && parameterNames(each).includes('url'));
  return url && tool ? { tool, arguments: JSON.stringify({ url }), plain: '' } : undefined;
}

const missingNames = [
  new RegExp(`${useVerb}(?:\\s+(?:the|a))?\\s+(?:tool|function)\\s+["'\\x60]?([\\w.-]+)`, 'i'),
  new RegExp(`${useVerb}(?:\\s+(?:the|a))?\\s+["'\\x60]?([\\w.-]+)["'\\x60]?\\s+tool\\b`, 'i'),
  new RegExp(`${useVerb}(?:\\s+the)?\\s+["'\\x60]?([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\\b`, 'i'),
];

const findMissing = (message: string): string | undefined =>
  missingNames.map((pattern) => pattern.exec(message)?.[1]).find((name) => name !== undefined);

/** The arguments after the tool's name: a JSON object, or the rest of the sentence. */
function argumentsAfter(text: string): { text: string; length: number } {
  const lead = /^[^{\n]{0,60}?(?=\{)/.exec(text)?.[0];
  if (lead !== undefined && !/[=.?!]/.test(lead)) {
    const length = lead.length + objectLength(text.slice(lead.length));
    return { text: text.slice(lead.length, length), length };
  }
  const end = /[.?!;](?:\s|$)|\n|\s+(?:and|then)\s+(?:then\s+)?(?=(?:use|call|run|invoke|execute|what|tell)\b)/i.exec(
    text,
  )?.index;
  return { text: text.slice(0, end), length: end ?? text.length };
}

/** The length of the object at the beginning; the whole text if it is not closed. */
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

const introduction =
  /^\s*(?:[,:]|(?:with|using|on|for|to|and|passing|pass|given|where|parameters?|params?|arguments?|args?|the|json)(?![\w=])\s*)/i;

function readArguments(tool: Tool, text: string): { arguments: string; plain: string } {
  // Invalid JSON is sent unchanged: the gateway's error says what is wrong.
  if (text.trim().startsWith('{')) return { arguments: text.trim(), plain: '' };
  let plain = text;
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(introduction, '');
  }
  plain = plain
    .trim()
    .replace(/\s+please$/i, '')
    .replace(/^\(([\s\S]*)\)$/, '$1');
  const pairs = namedValues(plain, parameterNames(tool)) ?? separatedValues(plain);
  if (pairs.length > 0) {
    const written = pairs.map(([name, value]) => [name, coerce(tool, name, value)]);
    return { arguments: JSON.stringify(Object.fromEntries(written)), plain: '' };
  }
  const name = plain === '' ? undefined : textParameter(tool, /^$/);
  return { arguments: JSON.stringify(name ? { [name]: coerce(tool, name, plain) } : {}), plain };
}

type Pairs = (readonly [name: string, value: string])[];

/** `city "New York" and days 2`: the text between the names of the tool's parameters. */
function namedValues(text: string, names: readonly string[]): Pairs | undefined {
  if (names.length === 0) return undefined;
  const any = names.map(escapePattern).join('|');
  const pattern = new RegExp(`(?<![\\w"'])(${any})(?![\\w"'])\\s*(?:[=:]|\\b(?:is|set to)\\b)?\\s*`, 'gi');
  const found = [...text.matchAll(pattern)];
  if (found[0]?.index !== 0) return undefined;
  const pairs = found.map((match, index): Pairs[number] => {
    const name = names.find((each) => each.toLowerCase() === match[1]?.toLowerCase()) ?? '';
    const value = text.slice(match.index + match[0].length, found[index + 1]?.index);
    return [name, value.replace(/(?:[\s,;]+(?:and)?)+$/i, '').trim()];
  });
  return pairs.every(([, value]) => value !== '') ? pairs : undefined;
}

/** `a=1, b: two words`, with any names. */
const separatedValues = (text: string): Pairs =>
  text.split(/(?:[,;]\s*(?:and\s+)?|\s+and\s+|\s+)(?=[\p{L}_][\w.-]*\s*[=:])/u).flatMap((part): Pairs => {
    const [, name, value] = /^([\p{L}_][\w.-]*)\s*[=:]\s*([\s\S]+)$/u.exec(part) ?? [];
    return name && value ? [[name, value.replace(/[\s,;]+$/, '')]] : [];
  });
