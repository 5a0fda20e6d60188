/**
 * What is there for a moment: turns, streams, deliveries. A Map or a Set through which much passes keeps it alive for seconds. V8
 * gives it a new table from time to time; the table before refers to the new one, and both hold what was in them. When one of
 * them has become old, V8 copies and promotes all that comes after it, until a major collection: 7 KB of each turn. Places in
 * an array are empty at once.
 */
export function createPlaces<Value extends object>() {
  const values: (Value | undefined)[] = [];
  const free: number[] = [];

  return {
    /** Its place, which is another one's after `leave`. */
    take(value: Value): number {
      const place = free.pop() ?? values.length;
      values[place] = value;
      return place;
    },
    leave(place: number): void {
      values[place] = undefined;
      free.push(place);
      if (free.length < values.length) return;
      // After a flood the array would stay as long as it was.
      values.length = 0;
      free.length = 0;
    },
    at: (place: number): Value | undefined => values[place],
    size: (): number => values.length - free.length,
    all: (): Value[] => values.filter((value) => value !== undefined),
  };
}

/** The same with names, like a Map. Its tables hold the names only. */
export function createRegistry<Name extends string | number, Value>() {
  const places = createPlaces<{ name: Name; value: Value }>();
  const placeOf = new Map<Name, number>();

  function get(name: Name): Value | undefined {
    const place = placeOf.get(name);
    return place === undefined ? undefined : places.at(place)?.value;
  }
  function remove(name: Name): boolean {
    const place = placeOf.get(name);
    if (place === undefined) return false;
    placeOf.delete(name);
    places.leave(place);
    return true;
  }
  return {
    has: (name: Name): boolean => placeOf.has(name),
    get,
    set(name: Name, value: Value): void {
      remove(name);
      placeOf.set(name, places.take({ name, value }));
    },
    delete: remove,
    size: places.size,
    /** As they are now, in no order. */
    entries: (): [Name, Value][] => places.all().map(({ name, value }) => [name, value]),
  };
}

export type Registry<Name extends string | number, Value> = ReturnType<typeof createRegistry<Name, Value>>;
