import type { Operation, Parameter } from './description.ts';

export type Filled = { address: string; headers: Record<string, string>; body: string | undefined };

/** The side bar chooses the workspace for every request, so the form does not ask for it. */
export const parametersOf = ({ parameters = [] }: Operation): Parameter[] =>
  parameters.filter(({ name }) => name !== 'X-Workspace-ID');

export const takes = ({ security }: Operation, scheme: 'bearer' | 'apiKey') => security.some((way) => scheme in way);

/** The request that a filled form describes. `values` has the parameters by `in` and name. */
export function fill(operation: Operation, values: Record<string, string>, body: string): Filled {
  const given = (where: Parameter['in']) =>
    parametersOf(operation)
      .map(({ name, in: place }): [string, string] => [name, place === where ? (values[`${place} ${name}`] ?? '') : ''])
      .filter(([, value]) => value !== '');
  const places = new Map(given('path'));
  const path = operation.path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    places.has(name) ? encodeURIComponent(places.get(name) ?? '') : whole,
  );
  const search = new URLSearchParams(given('query')).toString();
  const sent = operation.requestBody && body.trim() !== '' ? body : undefined;
  return {
    address: location.origin + (search ? `${path}?${search}` : path),
    headers: {
      ...Object.fromEntries(given('header')),
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: sent,
  };
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The same request as a shell command. Credentials are variables of the shell. */
export function curlOf(
  operation: Operation,
  { address, headers, body }: Filled,
  workspaceId: string | undefined,
): string {
  const bearer = takes(operation, 'bearer');
  return [
    `curl -X ${operation.method} ${quoted(address)}`,
    bearer ? '-H "Authorization: Bearer $TOKEN"' : '',
    takes(operation, 'apiKey') && !bearer ? '-H "x-api-key: $API_KEY"' : '',
    bearer && workspaceId ? `-H ${quoted(`X-Workspace-ID: ${workspaceId}`)}` : '',
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    body === undefined ? '' : `-d ${quoted(body)}`,
  ]
    .filter(Boolean)
    .join(' \\\n  ');
}

/** Longer answers are cut: a page that shows megabytes of text stops responding. */
const longestShown = 500_000;

const pretty = (text: string) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** Reads an answer. The events of a stream are shown as they come. */
export async function readAnswer(response: Response, onText: (text: string) => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const isStream = /event-stream/.test(response.headers.get('content-type') ?? '');
  let text = '';
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: '' };
    if (done) break;
    text += value;
    if (isStream) onText(text.slice(-longestShown));
  }
  const whole = isStream ? text : pretty(text);
  onText(whole.length > longestShown ? `${whole.slice(0, longestShown)}\n…` : whole || 'No content.');
}
