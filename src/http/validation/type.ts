import type * as TypeBox from 'typebox';

/**
 * TypeBox's types with our own constructors. They return plain JSON Schema. TypeBox itself has 700 files, whose loading
 * measured 110 of the 600 ms of a start.
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
    // With a type, so that duplicates in a list are found without comparing all pairs.
    ...(values.every((value) => typeof value === 'string') ? { type: 'string' } : {}),
    enum: values,
    ...options,
  }),
  Union: (anyOf: readonly Schema[], options?: Options): Schema => ({ anyOf, ...options }),
  Array: (items: Schema, options?: Options): Schema => ({ type: 'array', items, ...options }),
  Object: object,
  Record: (_key: Schema, value: Schema, options?: Options): Schema => ({
    type: 'object',
    // Not a pattern, as in TypeBox: its dot matches no line break, so such a name would be lost.
    additionalProperties: value,
    ...options,
  }),
  Optional: markOptional,
  /** Copies only the members: a title or a rule of the whole does not apply. */
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
