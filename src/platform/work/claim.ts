/** A row this node works on, and the fencing token it wrote there. A later claim writes another token. */
export type Claim = { id: string; claim: string };

export const claimKey = ({ id, claim }: Claim): string => `${id} ${claim}`;

/** Sorts rows, so that two overlapping batches lock them in the same order and cannot deadlock. */
export const byId = (one: Claim, other: Claim): number => (one.id < other.id ? -1 : 1);
