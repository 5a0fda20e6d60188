import { useEffect, useRef, useState } from 'react';
import { signedInFetch } from '../api/client.ts';
import { useSession } from '../session.ts';
import { Button, CopyButton, ErrorNote, Field, Json } from '../ui/basics.tsx';
import { Tabs } from '../ui/tabs.tsx';
import type { Description, Operation } from './description.ts';
import { useOwnIds, withOwnIds } from './own-ids.ts';
import { type Filled, fill, parametersOf, readAnswer, takes } from './request.ts';
import { useDescription } from './schema-view.tsx';
import { type Language, languages, snippetOf } from './snippets.ts';

type Answer = { isGood: boolean; line: string; text: string };

async function send(operation: Operation, { address, headers, body }: Filled, apiKey: string, signal: AbortSignal) {
  const request = new Request(address, {
    method: operation.method,
    headers: { ...headers, ...(apiKey && takes(operation, 'apiKey') ? { 'x-api-key': apiKey } : {}) },
    signal,
    credentials: 'omit',
    ...(body === undefined ? {} : { body }),
  });
  return takes(operation, 'bearer') ? signedInFetch(request) : fetch(request);
}

/** The example of a body: all of it, and only what must be there, with the agent where one is named. Without anything that must be, all. */
function examplesOf(description: Description, { requestBody }: Operation): { whole: string; needed: string } {
  const { example, schema = {} } = requestBody?.content['application/json'] ?? {};
  if (example === undefined) return { whole: '', needed: '' };
  const { required = [] } = description.schema(schema);
  const needed =
    typeof example === 'object' && example !== null && required.length > 0
      ? Object.fromEntries(Object.entries(example).filter(([name]) => required.includes(name) || name === 'agentId'))
      : example;
  return { whole: JSON.stringify(example, null, 2), needed: JSON.stringify(needed, null, 2) };
}

/** Makes the request of an operation and shows the answer. */
export function TryIt({ operation, apiKey }: { operation: Operation; apiKey: string }) {
  const description = useDescription();
  const { data: own } = useOwnIds(description, operation);
  const examples = examplesOf(description, operation);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [written, setWritten] = useState<string>();
  const [language, setLanguage] = useState<Language>('curl');
  const inPath = Object.entries(own?.places ?? {}).map(([name, id]) => [`path ${name}`, id]);
  const values = { ...Object.fromEntries(inPath), ...typed } as Record<string, string>;
  const body = written ?? withOwnIds(examples.needed, own?.byKind ?? {});
  const [answer, setAnswer] = useState<Answer>();
  const [error, setError] = useState<unknown>();
  const [leaving, setLeaving] = useState<AbortController>();
  const { workspaceId } = useSession();
  const last = useRef<AbortController>(undefined);
  useEffect(() => () => last.current?.abort(), []);
  if ('101' in operation.responses) return <p className="dim">A WebSocket is opened by a client, not by this form.</p>;

  const filled = fill(operation, values, body);
  const snippet = snippetOf(language, operation, filled, workspaceId);

  async function run() {
    const controller = new AbortController();
    last.current = controller;
    setLeaving(controller);
    setAnswer(undefined);
    setError(undefined);
    const since = performance.now();
    try {
      const response = await send(operation, filled, apiKey, controller.signal);
      const took = Math.round(performance.now() - since);
      const requestId = response.headers.get('x-request-id') ?? '';
      const line = `${response.status} ${response.statusText} · ${took} ms · request ${requestId}`;
      await readAnswer(response, (text) => setAnswer({ isGood: response.ok, line, text }));
    } catch (reason) {
      if (!controller.signal.aborted) setError(reason);
    } finally {
      setLeaving(undefined);
    }
  }

  return (
    <form
      className="card form"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <h2>Try it</h2>
      {parametersOf(operation).map(({ name, in: place, required = false }) => (
        <Field key={`${place} ${name}`} label={name} hint={place}>
          {(id, more) => (
            <input
              id={id}
              aria-describedby={more}
              required={required}
              autoComplete="off"
              spellCheck={false}
              value={values[`${place} ${name}`] ?? ''}
              onChange={({ target }) => setTyped({ ...typed, [`${place} ${name}`]: target.value })}
            />
          )}
        </Field>
      ))}
      {operation.requestBody && (
        <Field label="Body" hint="JSON">
          {(id, more) => (
            <textarea
              id={id}
              aria-describedby={more}
              className="code"
              rows={12}
              spellCheck={false}
              value={body}
              onChange={({ target }) => setWritten(target.value)}
            />
          )}
        </Field>
      )}
      {examples.whole !== examples.needed && (
        <div className="row">
          <Button look="quiet" onClick={() => setWritten(withOwnIds(examples.whole, own?.byKind ?? {}))}>
            Every property
          </Button>
          <Button look="quiet" onClick={() => setWritten(undefined)}>
            Only what is needed
          </Button>
        </div>
      )}
      <div className="row">
        <Button type="submit" look="primary" busy={leaving !== undefined}>
          Send {operation.method}
        </Button>
        {leaving && <Button onClick={() => leaving.abort()}>Stop</Button>}
        <small className="dim">This is a real request.</small>
      </div>
      <p role="status" className={answer && !answer.isGood ? 'wrap bad-text' : 'wrap'}>
        {leaving && !answer ? 'Sent …' : answer?.line}
      </p>
      <ErrorNote error={error} />
      {answer && <Json value={answer.text} label="Answer" />}
      <div className="split">
        <h2>As a program</h2>
        <CopyButton text={snippet} />
      </div>
      <Tabs<Language> label="Languages" tabs={languages} chosen={language} onChoose={setLanguage}>
        <Json value={snippet} label="The same as a program" />
      </Tabs>
    </form>
  );
}
