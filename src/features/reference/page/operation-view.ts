import type { Content, Description, Operation } from './description.ts';
import { copyButton, element, prose } from './element.ts';
import type { SchemaView } from './schema-view.ts';
import { tryIt } from './try-it.ts';

const shown = (example: unknown) => (typeof example === 'string' ? example : JSON.stringify(example, null, 2));

function contents(content: Content, view: SchemaView): HTMLElement[] {
  return Object.entries(content).flatMap(([type, { schema, example }]) => [
    element('p', { class: 'limits' }, type),
    view.body(schema),
    ...(example === undefined
      ? []
      : [
          element(
            'details',
            { class: 'example' },
            element('summary', {}, 'Example'),
            copyButton(() => shown(example)),
            element('pre', { tabindex: '0' }, shown(example)),
          ),
        ]),
  ]);
}

/** One operation: what it takes and gives on the left, a form to try it on the right. */
export function operationView(operation: Operation, description: Description, view: SchemaView): HTMLElement {
  const { method, path, summary, parameters = [], requestBody, responses } = operation;
  const section = (title: string, ...parts: HTMLElement[]) =>
    parts.length > 0 ? element('section', {}, element('h2', {}, title), ...parts) : undefined;
  const answers = Object.entries(responses).map(([status, given]) => {
    const { description: text = '', content } = description.response(given);
    return element(
      'details',
      { class: 'answer', open: /^[123]/.test(status) },
      element(
        'summary',
        {},
        element('code', { class: 'code', 'data-kind': /^[45]/.test(status) ? 'bad' : 'good' }, status),
        ...prose(` ${text}`),
      ),
      ...(content ? contents(content, view) : []),
    );
  });
  return element(
    'article',
    {},
    element('h1', {}, summary),
    element(
      'p',
      { class: 'address' },
      element('span', { class: 'method', 'data-method': method }, method),
      element('code', {}, path),
    ),
    element('p', {}, ...prose(operation.description)),
    element(
      'div',
      { class: 'columns' },
      element(
        'div',
        {},
        section(
          'Parameters',
          ...(parameters.length > 0
            ? [
                element(
                  'ul',
                  { class: 'fields' },
                  ...parameters.map(({ name, schema, required = false, description: text }) =>
                    view.field(name, text ? { ...schema, description: text } : schema, required),
                  ),
                ),
              ]
            : []),
        ),
        section('Body', ...(requestBody ? contents(requestBody.content, view) : [])),
        section('Answers', ...answers),
      ),
      tryIt(operation),
    ),
  );
}
