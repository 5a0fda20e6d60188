/** A row this node works on, and the fencing token it wrote there. A later claim writes another token. */
export type Claim = { id: string; claim: string };

export const claimKey = ({ id, claim }: Claim): string => `${id} ${claim}`;

/** Lets two batches that overlap lock their rows in the same order, so that neither blocks the other. */
export const byId = (one: Claim, other: Claim): number => (one.id < other.id ? -1 : 1);
