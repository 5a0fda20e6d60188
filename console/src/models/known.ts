import type { WorkspaceModel } from '@client/api.ts';
import { money } from '../ui/format.tsx';

export const unknown = 'unknown';

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

const windowOf = ({ contextWindow }: WorkspaceModel) =>
  contextWindow === null ? unknown : compact.format(contextWindow);

/** What a message may have besides text. */
export function takesOf({ images, pdfs }: WorkspaceModel): string {
  if (images === null && pdfs === null) return unknown;
  return [images && 'images', pdfs && 'PDFs'].filter(Boolean).join(', ') || 'text only';
}

/** Dollars per million tokens. */
const priceOf = ({ price }: WorkspaceModel) =>
  price === null
    ? 'price unknown'
    : price.input === 0 && price.output === 0
      ? 'free'
      : `${money(price.input)} in, ${money(price.output)} out`;

/** One line for a choice. */
export function summaryOf(model: WorkspaceModel): string {
  const takes = takesOf(model);
  if (model.contextWindow === null && model.price === null && takes === unknown)
    return 'window, files and price unknown';
  return [
    model.contextWindow === null ? 'window unknown' : `${windowOf(model)} tokens`,
    takes === unknown ? 'files unknown' : takes,
    priceOf(model),
  ].join(' · ');
}

/** Every word occurs in the address or the name of the model. */
export function matches({ id, name }: Pick<WorkspaceModel, 'id' | 'name'>, query: string): boolean {
  const text = `${id} ${name}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
