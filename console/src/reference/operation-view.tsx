import { CopyButton, Json } from '../ui/basics.tsx';
import type { Content, Operation } from './description.ts';
import { Method, Prose } from './prose.tsx';
import { BodyView, SchemaField, useDescription } from './schema-view.tsx';
import { TryIt } from './try-it.tsx';

const textOf = (example: unknown) => (typeof example === 'string' ? example : JSON.stringify(example, null, 2));

const Contents = ({ content }: { content: Content }) =>
  Object.entries(content).map(([type, { schema, example }]) => (
    <div key={type} className="stack">
      <p className="dim">{type}</p>
      <BodyView schema={schema} />
      {example !== undefined && (
        <details>
          <summary>Example</summary>
          <CopyButton text={textOf(example)} />
          <Json value={textOf(example)} label="Example" />
        </details>
      )}
    </div>
  ));

/** One operation: what it takes and answers, and a form to try it. */
export function OperationView({ operation, apiKey }: { operation: Operation; apiKey: string }) {
  const description = useDescription();
  const { method, path, summary, parameters = [], requestBody, responses } = operation;
  return (
    <article className="stack">
      <h1>{summary}</h1>
      <p className="wrap">
        <Method name={method} /> <code>{path}</code>
      </p>
      <p>
        <Prose text={operation.description} />
      </p>
      <div className="operation">
        <div className="stack">
          {parameters.length > 0 && (
            <section>
              <h2>Parameters</h2>
              <ul className="fields">
                {parameters.map(({ name, in: place, schema, required = false, description: text }) => (
                  <SchemaField
                    key={`${place} ${name}`}
                    name={name}
                    schema={text ? { ...schema, description: text } : schema}
                    required={required}
                  />
                ))}
              </ul>
            </section>
          )}
          {requestBody && (
            <section>
              <h2>Body</h2>
              <Contents content={requestBody.content} />
            </section>
          )}
          <section>
            <h2>Answers</h2>
            {Object.entries(responses).map(([status, given]) => {
              const { description: text = '', content } = description.response(given);
              return (
                <details key={status} className="documented-answer" open={/^[123]/.test(status)}>
                  <summary>
                    <code className={/^[45]/.test(status) ? 'bad-text' : 'good-text'}>{status}</code>{' '}
                    <Prose text={text} />
                  </summary>
                  {content && <Contents content={content} />}
                </details>
              );
            })}
          </section>
        </div>
        <TryIt operation={operation} apiKey={apiKey} />
      </div>
    </article>
  );
}
