import { createContext, type ReactNode, useContext, useState } from 'react';
import type { Description, Schema } from './description.ts';
import { Prose } from './prose.tsx';

const DescriptionContext = createContext<Description | undefined>(undefined);
export const DescriptionProvider = DescriptionContext.Provider;

export function useDescription(): Description {
  const description = useContext(DescriptionContext);
  if (!description) throw new Error('There is no API description here.');
  return description;
}

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

function typeOf(description: Description, schema: Schema): string {
  const name = description.nameOf(schema);
  if (name) return name;
  if (schema.const !== undefined) return inWords(schema.const);
  if (schema.enum) return schema.enum.map(inWords).join(' | ');
  if (schema.anyOf) return schema.anyOf.map((way) => typeOf(description, way)).join(' | ');
  if (schema.type === 'array') return `${typeOf(description, schema.items ?? {})}[]`;
  if (schema.format) return `${schema.type} (${schema.format})`;
  return schema.type ?? 'any';
}

/** The objects within a schema whose fields can be shown. */
function objectsIn(description: Description, schema: Schema): Schema[] {
  const found = description.schema(schema);
  if (found.anyOf) return found.anyOf.flatMap((way) => objectsIn(description, way));
  if (found.items) return objectsIn(description, found.items);
  const { additionalProperties: more } = found;
  const others = typeof more === 'object' ? objectsIn(description, more) : [];
  return found.properties ? [found, ...others] : others;
}

/** Renders the fields only once opened: some schemas contain themselves. */
function Unfolding({ summary, objects }: { summary: ReactNode; objects: Schema[] }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {open && objects.map((schema) => <Fields key={JSON.stringify(schema).slice(0, 200)} schema={schema} />)}
    </details>
  );
}

export function SchemaField({ name, schema, required }: { name: string; schema: Schema; required: boolean }) {
  const description = useDescription();
  const limits = limitsOf(schema);
  const objects = objectsIn(description, schema);
  const text = schema.description ?? (schema.$ref ? description.schema(schema).description : undefined);
  const line = (
    <>
      <code>{name}</code> <span className="dim">{typeOf(description, schema)}</span>
      {required && <span className="required"> required</span>}
    </>
  );
  return (
    <li>
      {objects.length > 0 ? <Unfolding summary={line} objects={objects} /> : <div className="wrap">{line}</div>}
      {text && (
        <p>
          <Prose text={text} />
        </p>
      )}
      {limits && <p className="dim wrap">{limits}</p>}
    </li>
  );
}

function Fields({ schema: { properties = {}, required = [], title } }: { schema: Schema }) {
  return (
    <ul className="fields" aria-label={title}>
      {Object.entries(properties).map(([name, schema]) => (
        <SchemaField key={name} name={name} schema={schema} required={required.includes(name)} />
      ))}
    </ul>
  );
}

/** A body: its name, what it is for, and its fields, or each of the forms it may have. */
export function BodyView({ schema: given }: { schema: Schema }) {
  const description = useDescription();
  const schema = given.contentSchema ?? given;
  const { description: text, anyOf = [] } = description.schema(schema);
  const ways = anyOf.filter((way) => description.nameOf(way));
  return (
    <div>
      <p>
        <span className="dim">{typeOf(description, schema)}</span> {text && <Prose text={text} />}
      </p>
      {ways.length > 1
        ? ways.map((way) => (
            <Unfolding
              key={typeOf(description, way)}
              summary={
                <>
                  <code>{typeOf(description, way)}</code> <Prose text={description.schema(way).description ?? ''} />
                </>
              }
              objects={objectsIn(description, way)}
            />
          ))
        : objectsIn(description, schema).map((object) => (
            <Fields key={JSON.stringify(object).slice(0, 200)} schema={object} />
          ))}
    </div>
  );
}
