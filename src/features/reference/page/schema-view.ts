import type { Description, Schema } from './description.ts';
import { element, prose } from './element.ts';

const inWords = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function limitsOf(schema: Schema): string {
  const between = (what: string, least?: number, most?: number) => {
    if (least === undefined && most === undefined) return undefined;
    if (least === undefined) return `at most ${most}${what}`;
    return most === undefined ? `at least ${least}${what}` : `${least} to ${most}${what}`;
  };
  return [
    between('', schema.minimum, schema.maximum),
    between(' characters', schema.minLength, schema.maxLength),
    between(' items', schema.minItems, schema.maxItems),
    schema.pattern && `matches ${schema.pattern}`,
    schema.default === undefined ? undefined : `default ${inWords(schema.default)}`,
  ]
    .filter((limit) => limit !== undefined)
    .join(', ');
}

/** Schemas as a list of fields. What has a name of its own unfolds when it is asked for: some hold themselves. */
export function createSchemaView(description: Description) {
  function typeOf(schema: Schema): string {
    const name = description.nameOf(schema);
    if (name) return name;
    if (schema.const !== undefined) return inWords(schema.const);
    if (schema.enum) return schema.enum.map(inWords).join(' | ');
    if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
    if (schema.type === 'array') return `${typeOf(schema.items ?? {})}[]`;
    if (schema.format) return `${schema.type} (${schema.format})`;
    return schema.type ?? 'any';
  }

  /** What there is to see inside: the members of an object, wherever it is wrapped. */
  function insideOf(schema: Schema): Schema[] {
    const found = description.schema(schema);
    if (found.anyOf) return found.anyOf.flatMap(insideOf);
    if (found.items) return insideOf(found.items);
    const more = typeof found.additionalProperties === 'object' ? insideOf(found.additionalProperties) : [];
    return found.properties ? [found, ...more] : more;
  }

  function unfolding(summary: Node[], inside: Schema[]): HTMLElement {
    const details = element('details', {}, element('summary', {}, ...summary));
    details.addEventListener('toggle', () => {
      if (details.children.length === 1) details.append(...inside.map(fields));
    });
    return details;
  }

  function field(name: string, schema: Schema, isRequired: boolean): HTMLElement {
    const limits = limitsOf(schema);
    const line = [
      element('code', { class: 'name' }, name),
      element('span', { class: 'type' }, typeOf(schema)),
      isRequired ? element('span', { class: 'required' }, 'required') : undefined,
    ].filter((part) => part !== undefined);
    const inside = insideOf(schema);
    const text = schema.description ?? (schema.$ref ? description.schema(schema).description : undefined);
    return element(
      'li',
      {},
      inside.length > 0 ? unfolding(line, inside) : element('div', { class: 'line' }, ...line),
      text ? element('p', {}, ...prose(text)) : undefined,
      limits ? element('p', { class: 'limits' }, limits) : undefined,
    );
  }

  function fields(schema: Schema): HTMLElement {
    const { properties = {}, required = [], title } = schema;
    const items = Object.entries(properties).map(([name, member]) => field(name, member, required.includes(name)));
    return element('ul', { class: 'fields', 'aria-label': title }, ...items);
  }

  /** One of several things that a body may be. */
  function oneWay(schema: Schema): HTMLElement {
    const { description: text = '' } = description.schema(schema);
    const line = [element('code', { class: 'name' }, typeOf(schema)), ...prose(text)];
    return unfolding(line, insideOf(schema));
  }

  return {
    field,
    /** A whole body. */
    body(given: Schema): HTMLElement {
      const schema = given.contentSchema ?? given;
      const name = typeOf(schema);
      const { description: text, anyOf = [] } = description.schema(schema);
      const ways = anyOf.filter((way) => description.nameOf(way));
      const inside = ways.length > 1 ? ways.map(oneWay) : insideOf(schema).map(fields);
      return element(
        'div',
        { class: 'schema' },
        element('p', {}, element('span', { class: 'type' }, name), ...(text ? prose(` ${text}`) : [])),
        ...inside,
      );
    },
  };
}

export type SchemaView = ReturnType<typeof createSchemaView>;
