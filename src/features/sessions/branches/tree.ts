/** The message `first` follows `after`. Every other message follows the one before it; the first of all follows 0. */
export type Branch = { first: number; after: number };
/** Numbers of messages, both included. */
export type Stretch = readonly [from: number, to: number];

/** The messages of a session as a tree, by their numbers. A message has a higher number than those before it on every path. */
export function createTree(given: readonly Branch[], last: number) {
  const branches = given.filter(({ first }) => first <= last).sort((one, other) => one.first - other.first);
  const starts = new Map(branches.map(({ first, after }) => [first, after]));
  const branchOf = (seq: number): Branch | undefined => branches.findLast(({ first }) => first <= seq);
  /** By the message that they follow: every message of a long conversation is asked for them. */
  const begun = Map.groupBy(branches, ({ after }) => after);
  const childrenOf = (seq: number): number[] => [
    ...(seq < last && !starts.has(seq + 1) ? [seq + 1] : []),
    ...(begun.get(seq) ?? []).map(({ first }) => first),
  ];

  return {
    parentOf: (seq: number): number => starts.get(seq) ?? seq - 1,
    childrenOf,
    /** The messages after which a branch begins, each with those that follow it. */
    forks: (): number[][] => [...new Set(starts.values())].map(childrenOf),

    /** From the first message to this one. */
    pathTo(seq: number): Stretch[] {
      const path: Stretch[] = [];
      for (let to = seq; to > 0; ) {
        const { first, after } = branchOf(to) ?? { first: 1, after: 0 };
        path.unshift([first, to]);
        to = after;
      }
      return path;
    },

    /**
     * Where the conversation ended when the message was last chosen. `leftAt` has the messages that follow a fork: null on
     * the chosen path, 0 if never chosen.
     */
    lastFrom(seq: number, leftAt: ReadonlyMap<number, number | null>): number {
      const rank = (child: number) => (leftAt.has(child) ? (leftAt.get(child) ?? Number.MAX_SAFE_INTEGER) : 1);
      for (let at = seq; ; ) {
        const chosen = childrenOf(at).filter((child) => rank(child) > 0);
        if (chosen.length === 0) return at;
        at = chosen.reduce((best, child) => (rank(child) > rank(best) ? child : best));
      }
    },
  };
}

export type Tree = ReturnType<typeof createTree>;
