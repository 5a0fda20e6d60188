import type { Citation } from '../../../kernel/parts.ts';
import type { TurnFacts } from './turn.ts';

/** Passages for one turn. `text` numbers them from 1, in the order of `citations`. */
type Retrieved = { text: string; citations: readonly Citation[] };

/** What a turn needs of documents. */
export type TurnKnowledge = {
  /** The passages that bear on the message. Called only for agents with collections. */
  retrieve(turn: TurnFacts, message: string): Promise<Retrieved | undefined>;
};

const marks = /\[(\d{1,2})\]/g;

/** Those that the answer names by their numbers; all if it names none. */
export function citedIn(content: string | undefined, citations: readonly Citation[]): readonly Citation[] {
  const named = new Set([...(content ?? '').matchAll(marks)].map(([, number]) => Number(number) - 1));
  const numbered = citations.map((citation, index) => ({ number: index + 1, ...citation }));
  const cited = numbered.filter((_, index) => named.has(index));
  return cited.length > 0 ? cited : numbered;
}

/** Of a message that is stored. */
export const citationsIn = (meta: string | null): { citations?: readonly Citation[] } => {
  const { citations } = JSON.parse(meta ?? '{}') as { citations?: readonly Citation[] };
  return citations ? { citations } : {};
};
