/** Below this many, the places of items that were taken are kept until the rest is taken too. */
const fewPlaces = 64;

/** First in, first out. `Array.shift` moves a long array whenever the collector forbids it to be cut in place. */
export function createQueue<Item>() {
  let items: (Item | undefined)[] = [];
  let first = 0;

  return {
    size: (): number => items.length - first,
    push: (item: Item): void => void items.push(item),
    /** Undefined when there is none. */
    shift(): Item | undefined {
      if (first === items.length) return undefined;
      const item = items[first];
      items[first] = undefined;
      first += 1;
      if (first === items.length || (first > fewPlaces && first > items.length / 2)) {
        items = items.slice(first);
        first = 0;
      }
      return item;
    },
    /** All of them, which are then no longer in it. */
    takeAll(): Item[] {
      const all = items.slice(first) as Item[];
      items = [];
      first = 0;
      return all;
    },
  };
}
