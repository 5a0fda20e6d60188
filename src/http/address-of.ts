import type { AddressInfo, Server } from 'node:net';

/** Host and port at which a listening server can be reached from this machine. */
export function addressOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  const everywhere = address === '0.0.0.0' || address === '::';
  const host = everywhere ? (family === 'IPv6' ? '::1' : '127.0.0.1') : address;
  return `${family === 'IPv6' ? `[${host}]` : host}:${port}`;
}
