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
 * Checks every connection. A name is resolved once, every address of the answer is checked, and the socket connects to
 * a checked address, so that a DNS answer that changes afterwards has no effect. An IP literal is checked here too,
 * because it is not resolved.
 */
export function createConnector(policy: EgressPolicy, resolve: Resolve): buildConnector.connector {
  async function checked(hostname: string): Promise<ResolvedAddress[]> {
    const addresses = await resolve(hostname);
    for (const { address } of addresses) {
      const why = refusedAddress(address, policy);
      // Without the address: it would reveal what an internal name server answers.
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
