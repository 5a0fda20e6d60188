import { fieldErrors } from '../api/fields.ts';
import { ErrorNote } from './basics.tsx';

/** What went wrong with a form, unless all of it is already said at these fields. */
export function FormError({ error, fields }: { error: unknown; fields: readonly string[] }) {
  const paths = Object.keys(fieldErrors(error));
  const isSaid = (path: string) => fields.some((field) => path === field || path.startsWith(`${field}.`));
  return paths.length > 0 && paths.every(isSaid) ? null : <ErrorNote error={error} />;
}
