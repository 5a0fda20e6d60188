import { isIP } from 'node:net';
import { type EgressPolicy, refusedAddress } from './addresses.ts';

const longestUrl = 2_048;

const metadataHosts = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal',
]);

/** The host without the brackets that an IPv6 literal has in a URL. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

function refusedHost(hostname: string, policy: EgressPolicy): string | undefined {
  const host = bareHost(hostname);
  if (host === '') return 'has no host';
  // A trailing dot makes an equal name that comparisons of text would miss.
  if (host.endsWith('.')) return 'must not have a host that ends with a dot';
  if (isIP(host)) {
    const why = refusedAddress(host, policy);
    return why && `has a host that ${why}`;
  }
  if (metadataHosts.has(host)) return 'has the host name of a cloud metadata service';
  if (policy === 'public' && (host === 'localhost' || host.endsWith('.localhost')))
    return 'has a host that is not a public address';
  return undefined;
}

/**
 * Checks a URL without DNS. The URL parser has already turned every notation of IPv4 (decimal, octal, hexadecimal,
 * short, full-width digits) into four numbers.
 */
export function inspectUrl(text: string, policy: EgressPolicy): { url: URL } | { problem: string } {
  if (text.length > longestUrl) return { problem: `must not be longer than ${longestUrl} characters` };
  if (!URL.canParse(text)) return { problem: 'is not a valid address' };
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { problem: 'must begin with http:// or https://' };
  if (url.username || url.password) return { problem: 'must not contain a user name or password' };
  const problem = refusedHost(url.hostname, policy);
  return problem === undefined ? { url } : { problem };
}
