import { AppError } from '../../kernel/errors.ts';
import type { Range } from './files.service.ts';

/** The part of the file that a Range header asks for; undefined is all of it. Several parts at once are not answered. */
export function readRange(header: string | undefined, size: number): Range | undefined {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '');
  if (!match) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  if (first >= size || first > last)
    throw new AppError('range_not_satisfiable', `The file has ${size} bytes.`, {
      headers: { 'content-range': `bytes */${size}` },
    });
  return { first, last };
}
