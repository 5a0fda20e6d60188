import ipaddr from 'ipaddr.js';

/** Named ranges, as in TRUST_PROXY. */
const namedRanges: Record<string, readonly string[]> = {
  loopback: ['loopback'],
  linklocal: ['linkLocal'],
  uniquelocal: ['private', 'uniqueLocal'],
};

export const isAddressOrRange = (text: string): boolean =>
  Object.hasOwn(namedRanges, text) || ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

function holds(entry: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const named = namedRanges[entry];
  if (named) return named.includes(address.range());
  const [range, bits] = ipaddr.isValidCIDR(entry) ? ipaddr.parseCIDR(entry) : [ipaddr.process(entry), undefined];
  return range.kind() === address.kind() && address.match(range, bits ?? range.toByteArray().length * 8);
}

/** Whether an address is on the list; an empty list allows all. */
export const createAddressList =
  (entries: readonly string[]) =>
  (ip: string): boolean => {
    if (entries.length === 0) return true;
    if (!ipaddr.isValid(ip)) return false;
    const address = ipaddr.process(ip);
    return entries.some((entry) => holds(entry, address));
  };
