import type * as TypeBox from 'typebox';

/**
 * TypeBox's types over constructors of our own. What they make is plain JSON Schema, and the fifteen we use are this
 * page; TypeBox itself is 700 files, which measured 110 of the 600 ms a start took.
 */
type Schema = Record<string, unknown>;
type Options = Schema | undefined;

const optional = Symbol('optional');
const isOptional = (schema: Schema): boolean => optional in schema;
const markOptional = (schema: Schema): Schema => Object.defineProperty({ ...schema }, optional, { value: true });

const of =
  (type: string) =>
  (options?: Options): Schema => ({ type, ...options });

function object(properties: Record<string, Schema>, options?: Options): Schema {
  const required = Object.keys(properties).filter((name) => !isOptional(properties[name] ?? {}));
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options };
}

const constructors = {
  String: of('string'),
  Integer: of('integer'),
  Number: of('number'),
  Boolean: of('boolean'),
  Null: of('null'),
  Unknown: (options?: Options): Schema => ({ ...options }),
  Unsafe: (schema: Schema): Schema => schema,
  Literal: (value: unknown, options?: Options): Schema => ({ type: typeof value, const: value, ...options }),
  Enum: (values: readonly unknown[], options?: Options): Schema => ({
    // Named, so that duplicates in a list of them are found without comparing each with each.
    ...(values.every((value) => typeof value === 'string') ? { type: 'string' } : {}),
    enum: values,
    ...options,
  }),
  Union: (anyOf: readonly Schema[], options?: Options): Schema => ({ anyOf, ...options }),
  Array: (items: Schema, options?: Options): Schema => ({ type: 'array', items, ...options }),
  Object: object,
  Record: (_key: Schema, value: Schema, options?: Options): Schema => ({
    type: 'object',
    // Not a pattern, as TypeBox has it: its dot matches no line break, and such a name would be lost.
    additionalProperties: value,
    ...options,
  }),
  Optional: markOptional,
  /** The members alone: a title or a rule of the whole is not that of its parts. */
  Partial(schema: Schema, options?: Options): Schema {
    const members = Object.entries(schema.properties as Record<string, Schema>);
    return object(Object.fromEntries(members.map(([name, member]) => [name, markOptional(member)])), options);
  },
};

export const Type = constructors as unknown as Pick<typeof TypeBox.Type, keyof typeof constructors>;

export declare namespace Type {
  type Static<S extends TypeBox.TSchema> = TypeBox.Static<S>;
  type TSchema = TypeBox.TSchema;
}

export const Nullable = <Schema extends Type.TSchema>(schema: Schema, options?: { description: string }) =>
  Type.Union([schema, Type.Null()], options);
