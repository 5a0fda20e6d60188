import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { type EgressPolicy, refusedAddress } from './addresses.ts';
import { EgressError } from './egress-error.ts';
import { bareHost } from './urls.ts';

type ResolvedAddress = { address: string; family: number };
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

export const resolveBySystem: Resolve = (hostname) => systemLookup(hostname, { all: true });

/**
 * The last word on every connection. A name is resolved once, every answer is judged, and the socket is opened to what
 * was judged: an answer that changes afterwards changes nothing. A literal is judged here too, because nothing looks it
 * up.
 */
export function createConnector(policy: EgressPolicy, resolve: Resolve): buildConnector.connector {
  async function checked(hostname: string): Promise<ResolvedAddress[]> {
    const addresses = await resolve(hostname);
    for (const { address } of addresses) {
      const why = refusedAddress(address, policy);
      // Without the address: it would reveal what an internal name server says.
      if (why) throw new EgressError('refused', `${hostname} ${why}.`);
    }
    return addresses;
  }

  const lookup: LookupFunction = (hostname, options, callback) => {
    checked(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first) return callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '');
        if (options.all) return callback(null, addresses);
        return callback(null, first.address, first.family);
      },
      (error) => callback(error, ''),
    );
  };

  const connect = buildConnector({ lookup, allowH2: false });
  return (options, callback) => {
    const host = bareHost(options.hostname);
    const why = isIP(host) ? refusedAddress(host, policy) : undefined;
    if (why) return callback(new EgressError('refused', `The host ${why}.`), null);
    return connect(options, callback);
  };
}
