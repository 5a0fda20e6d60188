import type { Operation } from './description.ts';
import { curlOf, type Filled, takes } from './request.ts';

export const languages = [
  { name: 'curl', label: 'curl' },
  { name: 'typescript', label: 'TypeScript' },
  { name: 'python', label: 'Python' },
] as const;
export type Language = (typeof languages)[number]['name'];

const streams = ({ responses }: Operation) => 'text/event-stream' in (responses['200']?.content ?? {});

/** The headers with what stands for the credential: a variable of the environment, never the token itself. */
function headersOf(
  operation: Operation,
  headers: Filled['headers'],
  workspaceId: string | undefined,
  variable: (name: string) => string,
): [string, string][] {
  const bearer = takes(operation, 'bearer');
  const text = (value: string) => JSON.stringify(value);
  return [
    ...(bearer ? [['authorization', variable('TOKEN')] as [string, string]] : []),
    ...(takes(operation, 'apiKey') && !bearer ? [['x-api-key', variable('API_KEY')] as [string, string]] : []),
    ...(bearer && workspaceId ? [['X-Workspace-ID', text(workspaceId)] as [string, string]] : []),
    ...Object.entries(headers).map(([name, value]): [string, string] => [name, text(value)]),
  ];
}

const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);

function typescriptOf(operation: Operation, { address, headers, body }: Filled, workspaceId: string | undefined) {
  const variable = (name: string) =>
    name === 'TOKEN' ? `\`Bearer \${process.env.${name}}\`` : `process.env.${name} ?? ''`;
  const lines = headersOf(operation, headers, workspaceId, variable);
  const init = [
    `  method: '${operation.method}',`,
    ...(lines.length > 0 ? ['  headers: {', ...lines.map(([name, value]) => `    '${name}': ${value},`), '  },'] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(body.trim(), '  ')}),`]),
  ];
  const end = streams(operation)
    ? 'for await (const part of response.body!.pipeThrough(new TextDecoderStream())) process.stdout.write(part);'
    : 'console.log(response.status, await response.text());';
  return [`const response = await fetch(${JSON.stringify(address)}, {`, ...init, '});', end].join('\n');
}

/** A JSON value as Python writes it. */
function literal(value: unknown, by = ''): string {
  const deeper = `${by}    `;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, by)).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const lines = Object.entries(value).map(
    ([name, each]) => `${deeper}${JSON.stringify(name)}: ${literal(each, deeper)},`,
  );
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${by}}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function pythonOf(operation: Operation, { address, headers, body }: Filled, workspaceId: string | undefined) {
  const variable = (name: string) => `${name === 'TOKEN' ? '"Bearer " + ' : ''}os.environ["${name}"]`;
  const lines = headersOf(operation, headers, workspaceId, variable);
  const value = body === undefined ? undefined : parsed(body);
  const given = [
    `    ${JSON.stringify(operation.method)},`,
    `    ${JSON.stringify(address)},`,
    ...(lines.length > 0
      ? ['    headers={', ...lines.map(([name, text]) => `        ${JSON.stringify(name)}: ${text},`), '    },']
      : []),
    ...(body === undefined
      ? []
      : [value === undefined ? `    data=${JSON.stringify(body)},` : `    json=${literal(value, '    ')},`]),
    ...(streams(operation) ? ['    stream=True,'] : []),
  ];
  const end = streams(operation)
    ? 'for line in response.iter_lines(decode_unicode=True):\n    print(line)'
    : 'print(response.status_code, response.text)';
  return ['import os', 'import requests', '', 'response = requests.request(', ...given, ')', end].join('\n');
}

const writers = { curl: curlOf, typescript: typescriptOf, python: pythonOf };

/** The request as a program. */
export const snippetOf = (
  language: Language,
  operation: Operation,
  filled: Filled,
  workspaceId: string | undefined,
): string => writers[language](operation, filled, workspaceId);
