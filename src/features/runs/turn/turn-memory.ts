import type { Transaction } from '../../../platform/db/database.ts';
import type { Turn } from './turn.ts';

/** What a turn has to do with memory. */
export type TurnMemory = {
  /** What is remembered of the person that bears on the message; asked only where anything is remembered at all. */
  recall(turn: Turn, message: string): Promise<string | undefined>;
  /** In the transaction that ends an answered turn: what the person said may be worth remembering. */
  capture(tx: Transaction, turn: Turn): Promise<void>;
  /** In the transaction that stores the summary of a conversation. */
  compacted(tx: Transaction, turn: Turn): Promise<void>;
};
