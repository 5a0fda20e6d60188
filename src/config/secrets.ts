import { dayMs } from '../kernel/clock.ts';
import type { Readers } from './readers.ts';

/** Tokens carry whole seconds. */
const tokenLifetime = { minimumMs: 1_000, maximumMs: 3_650 * dayMs };

/** Keys of the gateway, and what is signed or encrypted with them. */
export const readSecrets = ({ secret, duration, flag, list }: Readers) => ({
  jwt: {
    secret: secret('JWT_SECRET', true) ?? '',
    previousSecret: secret('JWT_SECRET_PREV', false),
    accessExpiresMs: duration('JWT_ACCESS_EXPIRES', '15m', tokenLifetime),
    refreshExpiresMs: duration('JWT_REFRESH_EXPIRES', '7d', tokenLifetime),
    bindToDevice: flag('BIND_JWT_TO_DEVICE'),
  },
  apiKeys: list('GATEWAY_API_KEY') ?? [],
  encryption: {
    key: secret('GATEWAY_ENCRYPTION_KEY', false),
    previousKey: secret('GATEWAY_ENCRYPTION_KEY_PREV', false),
  },
});
