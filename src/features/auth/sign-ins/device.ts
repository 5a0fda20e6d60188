import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { sha256Hex } from '../../../platform/crypto/digest.ts';

export type Device = { userAgent: string; ip: string };

export const deviceOf = ({ headers, ip }: FastifyRequest): Device => ({ userAgent: headers['user-agent'] ?? '', ip });

/** IPv4 /24, IPv6 /64: a phone that moves within its network stays the same device. */
function subnet(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  const bytes = address.toByteArray();
  return address.kind() === 'ipv4'
    ? `${bytes.slice(0, 3).join('.')}.0/24`
    : `${Buffer.from(bytes.slice(0, 8)).toString('hex')}::/64`;
}

export const deviceFingerprint = ({ userAgent, ip }: Device): string => sha256Hex(`${userAgent}\n${subnet(ip)}`);
