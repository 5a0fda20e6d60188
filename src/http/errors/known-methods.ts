import type { FastifyInstance } from 'fastify';

type Place = { methods: Set<string>; named: Map<string, Place>; any?: Place; below?: Set<string> };
const newPlace = (): Place => ({ methods: new Set(), named: new Map() });

const longestParameter = 256;

/** As the router does: what is escaped without need is read as it is meant. */
function segmentsOf(url: string): string[] | undefined {
  const [path = ''] = url.split(/[?#]/, 1);
  try {
    return decodeURI(path).split('/').slice(1);
  } catch {
    return undefined;
  }
}

/**
 * Which methods a path has: its own, and those of everything below a folder (`/console/*`). The router itself answers for one
 * method only. Asked where no route was found, so an ordinary request pays nothing for it.
 */
export function collectMethods(app: FastifyInstance): (url: string) => { own: string[]; below: string[] } {
  const root = newPlace();
  app.addHook('onRoute', ({ method, url }) => {
    let place = root;
    for (const segment of url.split('/').slice(1)) {
      if (segment === '*') {
        place.below ??= new Set();
        for (const name of [method].flat()) place.below.add(name);
        return;
      }
      const next = segment.startsWith(':') ? (place.any ?? newPlace()) : (place.named.get(segment) ?? newPlace());
      if (segment.startsWith(':')) place.any = next;
      else place.named.set(segment, next);
      place = next;
    }
    for (const name of [method].flat()) place.methods.add(name);
  });

  function gather(place: Place, [segment, ...rest]: readonly string[], own: Set<string>, below: Set<string>): void {
    if (segment === undefined) {
      for (const method of place.methods) own.add(method);
      return;
    }
    for (const method of place.below ?? []) below.add(method);
    const named = place.named.get(segment);
    if (named) gather(named, rest, own, below);
    if (place.any && segment.length <= longestParameter) gather(place.any, rest, own, below);
  }

  return (url) => {
    const segments = segmentsOf(url);
    const own = new Set<string>();
    const below = new Set<string>();
    // No route is nearly as deep.
    if (segments && segments.length <= 50) gather(root, segments, own, below);
    return { own: [...own].sort(), below: [...below].sort() };
  };
}
