import ipaddr from 'ipaddr.js';

/** `public` reaches public addresses only; `local` loopback and private ranges too. */
export type EgressPolicy = 'public' | 'local';

/** Metadata services of clouds, which give out credentials. Refused by every policy. */
const metadataRanges = [
  // Link-local, where AWS, Azure, Google, Oracle, DigitalOcean and the container services answer.
  '169.254.0.0/16',
  'fe80::/10',
  // The same services of AWS and Google over IPv6.
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  // Alibaba, Oracle and Azure outside of link-local.
  '100.100.100.200/32',
  '192.0.0.192/32',
  '168.63.129.16/32',
].map((range) => ipaddr.parseCIDR(range));

const reachable: Record<EgressPolicy, ReadonlySet<string>> = {
  public: new Set(['unicast']),
  local: new Set(['unicast', 'loopback', 'private', 'uniqueLocal', 'carrierGradeNat']),
};

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

type Address = ReturnType<typeof ipaddr.parse>;

/** An IPv6 address that maps to an IPv4 address is checked as that address. */
function meant(address: Address): Address {
  if (!(address instanceof ipaddr.IPv6)) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  if (address.match(nat64)) return new ipaddr.IPv4(address.toByteArray().slice(12));
  return address;
}

/** Why this address is refused; undefined when it is allowed. `text` is an address as the system writes it. */
export function refusedAddress(text: string, policy: EgressPolicy): string | undefined {
  if (!ipaddr.isValid(text)) return 'is not an address';
  const address = meant(ipaddr.parse(text));
  if (metadataRanges.some((range) => range[0].kind() === address.kind() && address.match(range)))
    return 'is a link-local or cloud metadata address';
  const range = address.range();
  // Everything outside of 2000::/3 is unassigned, or a transition mechanism with an IPv4 address inside.
  const isGlobal = range !== 'unicast' || address instanceof ipaddr.IPv4 || address.match(globalUnicast);
  if (isGlobal && reachable[policy].has(range)) return undefined;
  return policy === 'public' ? 'is not a public address' : 'is neither a public nor a private address';
}
