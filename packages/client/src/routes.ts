import type { paths } from './api.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** One type instead of an intersection: editors and error messages show its fields. */
type Flat<Type> = { [Key in keyof Type]: Type[Key] };

type Parameters = { path?: unknown; query?: unknown; header?: unknown };
type Described = { parameters: Parameters; requestBody?: unknown; responses: unknown };

/** Without the parameters an operation does not have, which are `never` in the description. */
type Present<Group> = {
  [Key in keyof Group as [NonNullable<Group[Key]>] extends [never] ? never : Key]: Group[Key];
};
type FieldUnlessNever<Name extends string, Type> = [Type] extends [never] ? unknown : { [Key in Name]: Type };

type BodyOf<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { body: Body }
  : Operation extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? { body?: Body }
    : unknown;

type KeyOf<Header> = 'idempotency-key' extends keyof NonNullable<Header> ? { idempotencyKey?: string } : unknown;

type Success = 200 | 201 | 202 | 204;
type SuccessesOf<Responses> = Responses[keyof Responses & Success];
type AnswerIn<Response> = Response extends { content: infer Content }
  ? {
      [Type in keyof Content]: Type extends 'text/event-stream'
        ? never
        : Type extends 'application/json'
          ? Content[Type]
          : string;
    }[keyof Content]
  : undefined;
/** A stream whose events are not described is a string. */
type EventsIn<Response> = Response extends { content: { 'text/event-stream': infer Events } }
  ? Exclude<Events, string>
  : never;

/** What a request takes, the answer to it, and the events where it is answered by a stream. */
type Route<Operation extends Described> = Flat<
  Present<Pick<Operation['parameters'], 'path' | 'query'>> &
    BodyOf<Operation> &
    KeyOf<Operation['parameters']['header']> &
    FieldUnlessNever<'answer', AnswerIn<SuccessesOf<Operation['responses']>>> &
    FieldUnlessNever<'events', EventsIn<SuccessesOf<Operation['responses']>>>
>;

/** Every route, by its path and method. */
export type Paths = {
  [Path in keyof paths]: {
    [Name in Method as paths[Path][Name] extends Described
      ? Name
      : never]: paths[Path][Name] extends infer Operation extends Described ? Route<Operation> : never;
  };
};
