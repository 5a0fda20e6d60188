import type { FastifyInstance } from 'fastify';

type Place = { methods: Set<string>; named: Map<string, Place>; any?: Place; below?: Set<string> };
const newPlace = (): Place => ({ methods: new Set(), named: new Map() });

const longestParameter = 256;

/** Decodes like the router. */
function segmentsOf(url: string): string[] | undefined {
  const [path = ''] = url.split(/[?#]/, 1);
  try {
    return decodeURI(path).split('/').slice(1);
  } catch {
    return undefined;
  }
}

/**
 * The methods of a path: its own, and those of everything below a folder (`/console/*`). The router can check only one
 * method. Called only if no route was found, so an ordinary request pays nothing.
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
    // No route has nearly as many segments.
    if (segments && segments.length <= 50) gather(root, segments, own, below);
    return { own: [...own].sort(), below: [...below].sort() };
  };
}
