import { Type as TypeBox } from 'typebox';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { Nullable, Type } from './type.ts';

/** As JSON, without the hidden members by which TypeBox marks its schemas. */
const json = (schema: unknown) => JSON.parse(JSON.stringify(schema)) as unknown;

/** The same schema by both builders. */
const examples = {
  String: [Type.String({ minLength: 1 }), TypeBox.String({ minLength: 1 })],
  Integer: [Type.Integer({ minimum: 0 }), TypeBox.Integer({ minimum: 0 })],
  Number: [Type.Number(), TypeBox.Number()],
  Boolean: [Type.Boolean({ default: true }), TypeBox.Boolean({ default: true })],
  Null: [Type.Null(), TypeBox.Null()],
  Unknown: [Type.Unknown({ description: 'anything' }), TypeBox.Unknown({ description: 'anything' })],
  Unsafe: [Type.Unsafe<Date>({ type: 'string' }), TypeBox.Unsafe<Date>({ type: 'string' })],
  Literal: [Type.Literal('run'), TypeBox.Literal('run')],
  Union: [Type.Union([Type.String(), Type.Null()]), TypeBox.Union([TypeBox.String(), TypeBox.Null()])],
  Array: [Type.Array(Type.Integer(), { maxItems: 3 }), TypeBox.Array(TypeBox.Integer(), { maxItems: 3 })],
  Object: [
    Type.Object({ a: Type.String(), b: Type.Optional(Type.Integer()) }, { title: 'Pair' }),
    TypeBox.Object({ a: TypeBox.String(), b: TypeBox.Optional(TypeBox.Integer()) }, { title: 'Pair' }),
  ],
  Optional: [Type.Optional(Type.String()), TypeBox.Optional(TypeBox.String())],
  Partial: [
    Type.Partial(Type.Object({ a: Type.String(), b: Type.Integer() })),
    TypeBox.Partial(TypeBox.Object({ a: TypeBox.String(), b: TypeBox.Integer() })),
  ],
} as const;

describe('our schema builder', () => {
  it.each(Object.entries(examples))('makes the same JSON Schema as TypeBox for %s', (_name, [ours, theirs]) => {
    expect(json(ours)).toEqual(json(theirs));
  });

  it('differs from TypeBox in two points: an enum of strings has a type, and a record accepts any name', () => {
    expect(json(Type.Enum(['a', 'b']))).toEqual({ type: 'string', ...(json(TypeBox.Enum(['a', 'b'])) as object) });
    expect(json(Type.Record(Type.String(), Type.Integer()))).toEqual({
      type: 'object',
      additionalProperties: { type: 'integer' },
    });
    expect(json(TypeBox.Record(TypeBox.String(), TypeBox.Integer()))).toHaveProperty('patternProperties');
  });

  it('covers every builder function', () => {
    expect([...Object.keys(examples), 'Enum', 'Record'].sort()).toEqual(Object.keys(Type).sort());
  });

  it('gives the same static types as TypeBox', () => {
    type Ours<Name extends keyof typeof examples> = Type.Static<(typeof examples)[Name][0]>;
    type Theirs<Name extends keyof typeof examples> = TypeBox.Static<(typeof examples)[Name][1]>;
    expectTypeOf<Ours<'String'>>().toEqualTypeOf<Theirs<'String'>>();
    expectTypeOf<Ours<'Integer'>>().toEqualTypeOf<Theirs<'Integer'>>();
    expectTypeOf<Ours<'Number'>>().toEqualTypeOf<Theirs<'Number'>>();
    expectTypeOf<Ours<'Boolean'>>().toEqualTypeOf<Theirs<'Boolean'>>();
    expectTypeOf<Ours<'Null'>>().toEqualTypeOf<null>();
    expectTypeOf<Ours<'Unknown'>>().toEqualTypeOf<unknown>();
    expectTypeOf<Ours<'Unsafe'>>().toEqualTypeOf<Date>();
    expectTypeOf<Ours<'Literal'>>().toEqualTypeOf<'run'>();
    expectTypeOf<Ours<'Union'>>().toEqualTypeOf<Theirs<'Union'>>();
    expectTypeOf<Ours<'Array'>>().toEqualTypeOf<Theirs<'Array'>>();
    expectTypeOf<Ours<'Object'>>().toEqualTypeOf<Theirs<'Object'>>();
    expectTypeOf<Ours<'Optional'>>().toEqualTypeOf<Theirs<'Optional'>>();
    expectTypeOf<Ours<'Partial'>>().toEqualTypeOf<Theirs<'Partial'>>();
    const enumeration = Type.Enum(['a', 'b']);
    expectTypeOf<Type.Static<typeof enumeration>>().toEqualTypeOf<'a' | 'b'>();
    const record = Type.Record(Type.String(), Type.Integer());
    expectTypeOf<Type.Static<typeof record>>().toEqualTypeOf<Record<string, number>>();
    const nullable = Nullable(Type.String());
    expectTypeOf<Type.Static<typeof nullable>>().toEqualTypeOf<string | null>();
  });
});
