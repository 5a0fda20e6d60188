import type { Tool } from '@client/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../api/client.ts';
import { forget, pages, queries } from '../api/queries.ts';
import { Badge, Button, CodeArea, Empty, ErrorNote, Field, Json, Loading } from '../ui/basics.tsx';
import { DeleteButton } from '../ui/delete-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormDialog, jsonOf, numberOf, textOf, type Values } from '../ui/form-dialog.tsx';
import { duration } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';
import { type Column, Table } from '../ui/table.tsx';

type Headers = Record<string, string>;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const create = (values: Values) => {
  const headers = jsonOf<Headers>(values, 'http.headers');
  const parameters = jsonOf<Record<string, unknown>>(values, 'parameters');
  const timeoutMs = numberOf(values, 'timeoutMs');
  const method = methods.find((each) => each === values['http.method']) ?? 'GET';
  return api
    .POST('/tools', {
      body: {
        name: textOf(values, 'name'),
        description: textOf(values, 'description'),
        http: { url: textOf(values, 'http.url'), method, ...(headers && { headers }) },
        ...(parameters && { parameters }),
        ...(timeoutMs !== undefined && { timeoutMs }),
      },
    })
    .then(() => forget('/tools'));
};

export const NewTool = ({ onClose }: { onClose(): void }) => (
  <FormDialog
    title="New HTTP tool"
    action="Create tool"
    onClose={onClose}
    onSubmit={create}
    initial={{
      parameters:
        '{\n  "type": "object",\n  "properties": { "city": { "type": "string" } },\n  "required": ["city"]\n}',
    }}
    fields={[
      { name: 'name', label: 'Name', hint: 'Letters, digits, _ and -; how models call it.', isRequired: true },
      {
        name: 'description',
        label: 'Description',
        hint: 'For models: when to use it.',
        kind: 'long',
        isRequired: true,
      },
      { name: 'http.method', label: 'Method', options: methods.map((method) => [method, method] as const) },
      {
        name: 'http.url',
        label: 'Address',
        hint: '{name} is filled with the parameter of that name.',
        placeholder: 'https://weather.example.com/cities/{city}',
        isRequired: true,
      },
      { name: 'parameters', label: 'Parameters', hint: 'JSON Schema of an object.', kind: 'json' },
      {
        name: 'http.headers',
        label: 'Headers',
        hint: 'Stored encrypted, never shown again.',
        kind: 'json',
        placeholder: '{ "authorization": "Bearer …" }',
      },
      { name: 'timeoutMs', label: 'Longest call (milliseconds)', kind: 'number', hint: 'Empty for 30,000.' },
    ]}
  />
);

/** What the parameters could look like, for a first try. */
function exampleOf(parameters: Tool['parameters']): string {
  const properties = (parameters.properties ?? {}) as Record<string, { type?: string; default?: unknown }>;
  const values = Object.entries(properties).map(([name, { type, default: given }]) => [
    name,
    given ?? (type === 'number' || type === 'integer' ? 1 : type === 'boolean' ? true : ''),
  ]);
  return JSON.stringify(Object.fromEntries(values), null, 2);
}

function Try({ tool, onClose }: { tool: Tool; onClose(): void }) {
  const { data: details, error } = queries.useQuery('get', '/tools/{name}', { params: { path: { name: tool.name } } });
  const [text, setText] = useState(() => exampleOf(tool.parameters));
  const invoke = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/tools/{name}/invoke', {
          params: { path: { name: tool.name } },
          body: { params: JSON.parse(text) as Record<string, unknown> },
        }),
      ),
  });
  return (
    <Dialog title={tool.name} onClose={onClose} wide>
      <p className="wrap">{tool.description}</p>
      <ErrorNote error={error} />
      {!details && !error && <Loading />}
      {details?.http && (
        <p className="wrap dim">
          {details.http.method} {details.http.url} · at most {duration(details.timeoutMs)}
        </p>
      )}
      <div className="columns">
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            invoke.mutate();
          }}
        >
          <Field label="Parameters" hint="The tool runs for real, as you.">
            {(id, more) => <CodeArea id={id} describedBy={more} rows={8} value={text} onChange={setText} />}
          </Field>
          <div className="actions">
            <Button type="submit" look="primary" busy={invoke.isPending}>
              Run it
            </Button>
          </div>
        </form>
        <section>
          <h3>
            Result{' '}
            {invoke.data && (
              <>
                <Badge tone={invoke.data.isError ? 'bad' : 'good'}>{invoke.data.isError ? 'failed' : 'done'}</Badge>{' '}
                <span className="dim">{duration(invoke.data.durationMs)}</span>
              </>
            )}
          </h3>
          <ErrorNote error={invoke.error} />
          {invoke.data ? (
            <Json value={invoke.data.result ?? null} label="Result" />
          ) : (
            <Json value={tool.parameters} label="Schema of the parameters" />
          )}
        </section>
      </div>
    </Dialog>
  );
}

export function ToolList() {
  const [open, setOpen] = useState<Tool | undefined>();
  const columns: Column<Tool>[] = [
    {
      head: 'Tool',
      cell: (tool) => (
        <Button look="quiet" onClick={() => setOpen(tool)}>
          {tool.name}
        </Button>
      ),
    },
    {
      head: 'From',
      cell: ({ source }) => (
        <span className="dim nowrap">{source.replace('builtin', 'built in').replace(':', ': ')}</span>
      ),
    },
    { head: 'What it does', kind: 'wrap', cell: ({ description }) => description },
    {
      head: '',
      cell: ({ name, source }) =>
        source === 'http' && (
          <DeleteButton
            name={name}
            onDelete={() => api.DELETE('/tools/{name}', { params: { path: { name } } }).then(() => forget('/tools'))}
          >
            Agents that have it answer without it.
          </DeleteButton>
        ),
    },
  ];
  return (
    <>
      <Listing query={pages('/tools', {})} empty={<Empty title="No tools" />}>
        {(tools) => <Table card items={tools} keyOf={({ name }) => name} columns={columns} />}
      </Listing>
      {open && <Try tool={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
