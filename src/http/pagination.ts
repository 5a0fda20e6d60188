import { AppError } from '../kernel/errors.ts';
import { Type } from './validation/type.ts';

const largestPage = 200;

/** A page size above the maximum is served as the maximum; zero, negative or non-numeric is refused. */
export const PageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, default: 50, description: `A higher number is treated as ${largestPage}.` }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 512, description: 'From `nextCursor` of the page before.' })),
};

const mostDays = 365;

/** The number of days; a higher number is treated as the maximum, as for pages. */
export const Days = (fallback: number) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      default: fallback,
      description: `Including today. A higher number is treated as ${mostDays}.`,
    }),
  );
export const daysOf = (days: number | undefined, fallback: number): number => Math.min(days ?? fallback, mostDays);

export const PageOf = <Item extends Type.TSchema>(item: Item, title: string) =>
  Type.Object({ data: Type.Array(item), nextCursor: Type.Union([Type.String(), Type.Null()]) }, { title });

export type Page<Item> = { data: Item[]; nextCursor: string | null };
export type PageRequest = { limit?: number; cursor?: string };
export type Position = { at: number; id: string };

/** After every position: the first page, newest first, begins here. */
export const newest: Position = { at: Number.MAX_SAFE_INTEGER, id: '~' };

export const pageSize = (limit: number | undefined): number => Math.min(limit ?? 50, largestPage);

/**
 * Keyset pagination: the position at which the page before ended. It contains no tenant, so another person's cursor
 * reveals nothing.
 */
export function readCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const match = /^(\d{1,16})\.([\w-]{1,100})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (!match?.[1] || !match[2])
    throw new AppError('validation_failed', 'The cursor is not one of ours.', {
      errors: [{ path: 'querystring.cursor', message: 'is not valid' }],
    });
  return { at: Number(match[1]), id: match[2] };
}

/** One row more than the page was read, to know whether there is a next page. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  position: (row: Row) => Position,
  item: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const { at, id } = last ? position(last) : { at: 0, id: '' };
  return { data: shown.map(item), nextCursor: last ? Buffer.from(`${at}.${id}`).toString('base64url') : null };
}
