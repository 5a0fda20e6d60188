/** The difference in cost between two things that are measured one right after the other, many times. */
export type Difference = { median: number; from: number; to: number; one: number; other: number };

const at = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
const ascending = (values: readonly number[]) => values.toSorted((one, other) => one - other);

/**
 * The median of the differences between neighbours, and the range of the middle half of them. Which of the two comes first
 * alternates, so that what gets slower or faster with time counts for both.
 */
export async function compare(
  rounds: number,
  one: (round: number) => Promise<number>,
  other: (round: number) => Promise<number>,
): Promise<Difference> {
  const pairs: { one: number; other: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await one(round);
      pairs.push({ one: first, other: await other(round) });
    } else {
      const first = await other(round);
      pairs.push({ one: await one(round), other: first });
    }
  }
  const differences = ascending(pairs.map((pair) => pair.one - pair.other));
  return {
    median: at(differences, 0.5),
    from: at(differences, 0.25),
    to: at(differences, 0.75),
    one: at(ascending(pairs.map((pair) => pair.one)), 0.5),
    other: at(ascending(pairs.map((pair) => pair.other)), 0.5),
  };
}

export const shown = ({ median, from, to, one, other }: Difference): string =>
  `${median.toFixed(3)} ms CPU more (half of the rounds ${from.toFixed(3)} to ${to.toFixed(3)}; ${one.toFixed(3)} and ${other.toFixed(3)})`;
