import type { Transaction } from '../../../platform/db/database.ts';
import type { TurnFacts } from './turn.ts';

/** What a turn needs of memory. */
export type TurnMemory = {
  /** The entries that bear on the message, as text. Called only if there are any entries. */
  recall(turn: TurnFacts, message: string): Promise<string | undefined>;
  /** In the transaction that ends a completed run. */
  capture(tx: Transaction, turn: TurnFacts): Promise<void>;
  /** In the transaction that stores the summary of a session. */
  compacted(tx: Transaction, turn: TurnFacts): Promise<void>;
};
