import type { Operation, Parameter } from './description.ts';
import { copyButton, element } from './element.ts';
import { choices, send } from './session.ts';

type Filled = { address: string; headers: Record<string, string>; body: string | undefined };

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** What to type into a shell for the same request; secrets are left to the shell. */
function curlOf({ method, security }: Operation, { address, headers, body }: Filled): string {
  const takes = (scheme: string) => security.some((way) => scheme in way);
  return [
    `curl -X ${method} ${quoted(new URL(address, document.baseURI).href)}`,
    takes('bearer') ? '-H "Authorization: Bearer $TOKEN"' : '',
    takes('apiKey') && !takes('bearer') ? '-H "x-api-key: $API_KEY"' : '',
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    body === undefined ? '' : `-d ${quoted(body)}`,
  ]
    .filter(Boolean)
    .join(' \\\n  ');
}

const pretty = (text: string) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** More than this is cut: a page that shows megabytes of text stands still. */
const longestShown = 500_000;

/** Shows an answer as it comes. */
async function show(response: Response, into: HTMLElement): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const isStream = /event-stream/.test(response.headers.get('content-type') ?? '');
  let text = '';
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: '' };
    if (done) break;
    text += value;
    if (isStream) into.textContent = text.slice(-longestShown);
  }
  const whole = isStream ? text : pretty(text);
  into.textContent = whole.length > longestShown ? `${whole.slice(0, longestShown)}\n…` : whole || 'No content.';
}

/** A form that makes the request of an operation and shows what comes back. */
export function tryIt(operation: Operation): HTMLElement {
  const { parameters = [], requestBody, method, path, operationId, security } = operation;
  const isSocket = '101' in operation.responses;
  if (isSocket) return element('p', { class: 'limits' }, 'A WebSocket is opened by a client, not by this form.');
  const example = requestBody?.content['application/json']?.example;
  const inputs = new Map<Parameter, HTMLInputElement>();
  const labels = parameters.map((parameter) => {
    const value = parameter.name === 'X-Workspace-ID' ? choices.workspaceId : '';
    const input = element('input', {
      required: parameter.required === true,
      value,
      autocomplete: 'off',
      spellcheck: 'false',
    });
    inputs.set(parameter, input);
    return element('label', {}, element('span', {}, `${parameter.name} `, element('small', {}, parameter.in)), input);
  });
  const bodyInput = element('textarea', { rows: '12', spellcheck: 'false' });
  bodyInput.value = example === undefined ? '' : JSON.stringify(example, null, 2);

  function filled(): Filled {
    const given = (where: Parameter['in']) =>
      [...inputs].filter(([parameter, { value }]) => parameter.in === where && value !== '');
    const search = new URLSearchParams(given('query').map(([{ name }, { value }]) => [name, value])).toString();
    const places = new Map(given('path').map(([{ name }, { value }]) => [name, value]));
    const address = path
      .slice(1)
      .replace(/\{(\w+)\}/g, (whole, name: string) =>
        places.has(name) ? encodeURIComponent(places.get(name) ?? '') : whole,
      );
    const body = requestBody && bodyInput.value.trim() !== '' ? bodyInput.value : undefined;
    return {
      address: search ? `${address}?${search}` : address,
      headers: {
        ...Object.fromEntries(given('header').map(([{ name }, { value }]) => [name, value])),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body,
    };
  }

  const status = element('p', { class: 'status', role: 'status' });
  const output = element('pre', { tabindex: '0', hidden: true, 'aria-label': 'Answer' });
  const curl = element('pre', { tabindex: '0', 'aria-label': 'The same as a command' });
  const stop = element('button', { type: 'button', hidden: true }, 'Stop');
  const submit = element('button', { type: 'submit', class: 'main' }, `Send ${method}`);
  const refreshCurl = () => {
    curl.textContent = curlOf(operation, filled());
  };

  async function run(): Promise<void> {
    const leaving = new AbortController();
    const { address, headers, body } = filled();
    const since = performance.now();
    stop.onclick = () => leaving.abort();
    stop.hidden = false;
    submit.disabled = true;
    output.hidden = true;
    output.textContent = '';
    status.textContent = 'Sent…';
    try {
      const init = { method, headers, signal: leaving.signal, ...(body === undefined ? {} : { body }) };
      const response = await send(address, init, security);
      const took = Math.round(performance.now() - since);
      const requestId = response.headers.get('x-request-id') ?? '';
      status.dataset.kind = response.ok ? 'good' : 'bad';
      status.textContent = `${response.status} ${response.statusText} · ${took} ms · request ${requestId}`;
      output.hidden = false;
      await show(response, output);
    } catch (error) {
      if (!leaving.signal.aborted) {
        status.dataset.kind = 'bad';
        status.textContent = `The request failed: ${error instanceof Error ? error.message : error}`;
      }
    } finally {
      stop.hidden = true;
      submit.disabled = false;
    }
  }

  refreshCurl();
  return element(
    'form',
    {
      class: 'try',
      id: `try-${operationId}`,
      oninput: refreshCurl,
      onsubmit(event) {
        event.preventDefault();
        void run();
      },
    },
    element('h2', {}, 'Try it'),
    ...labels,
    requestBody
      ? element('label', {}, element('span', {}, 'Body ', element('small', {}, 'JSON')), bodyInput)
      : undefined,
    element('div', { class: 'buttons' }, submit, stop, element('small', {}, 'This is a real request.')),
    status,
    output,
    element(
      'div',
      { class: 'buttons' },
      element('h2', {}, 'As a command'),
      copyButton(() => curl.textContent ?? ''),
    ),
    curl,
  );
}
