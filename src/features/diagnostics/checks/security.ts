import type { Clock } from '../../../kernel/clock.ts';
import { type Check, fail, pass } from '../check.ts';
import { judgeKeys, type Keys } from '../judge-keys.ts';

/** Signs and reads a token with the keys in use. */
type ServiceTokens = {
  service(accountId: string, expiresAtMs: number): string;
  readService(token: string): string | undefined;
};
type KeyDeps = { keys: Keys; tokens: ServiceTokens; clock: Clock };

/** Whether a signed token is accepted and a modified one is refused. */
function worksAsKey({ service, readService }: ServiceTokens, clock: Clock): boolean {
  const token = service('diagnostics', clock.now() + 60_000);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const forged = [head, claims, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`].join('.');
  const read = (text: string) => {
    try {
      return readService(text);
    } catch {
      return undefined;
    }
  };
  return read(token) === 'diagnostics' && read(forged) === undefined;
}

const jwtKey = ({ keys, tokens, clock }: KeyDeps): Check => ({
  id: 'jwt-key',
  category: 'security',
  broken: 'Tokens cannot be signed and verified.',
  hint: 'Check JWT_SECRET and restart the gateway.',
  async examine() {
    return worksAsKey(tokens, clock) ? judgeKeys(keys, process.uptime() * 1_000) : fail(this.broken, this.hint);
  },
});

/** `brokenAt` is the first entry that was changed or is missing. */
export type VerifyChain = () => Promise<{
  entries: number;
  checked: number;
  brokenAt: number | null;
  reason: string | null;
  anchoredAt: number;
}>;

const auditChain = (verifyChain: VerifyChain): Check => ({
  id: 'audit-chain',
  category: 'security',
  broken: 'The audit log could not be verified.',
  hint: 'See that the tables audit_log and audit_head are there, and whether the database is overloaded.',
  needsDatabase: true,
  timeoutMs: 12_000,
  async examine() {
    const { entries, checked, brokenAt, reason, anchoredAt } = await verifyChain();
    if (brokenAt === null)
      return pass(
        `The audit log is as it was written: ${checked} of its ${entries} entries were checked this time, and up to ${anchoredAt} it is anchored outside of its table.`,
      );
    return fail(
      `The audit log was tampered with. ${reason ?? ''}`,
      'Find out who can write to the database, keep a copy of it as evidence, and compare the table audit_log with a backup. After restoring an older backup, see docs/operations/audit.md.',
    );
  },
});

export const securityChecks = (keys: KeyDeps, verifyChain: VerifyChain): Check[] => [
  jwtKey(keys),
  auditChain(verifyChain),
];
