import type { Environment } from './readers.ts';

/** Read by the scripts that start the gateway, or written for others. */
const readElsewhere = ['CONSOLE'];

/** Nothing but a setting of ours begins like this. */
const ownPrefixes = ['GATEWAY_', 'WEBHOOK_', 'RATE_LIMIT_', 'RETENTION_', 'SHUTDOWN_', 'OPENAI_COMPATIBLE_', 'HMAC_'];

/** Letters by which a misspelt name differs. */
const mostAway = 2;

/** What Kubernetes sets for a service named `gateway`, and what the CGI standard sets. */
const isForeign = (name: string, value: string) =>
  /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP)/.test(name) ||
  /^(tcp|udp):\/\//.test(value) ||
  name === 'GATEWAY_INTERFACE';

/** How many letters to add, leave out, change or exchange with their neighbour. */
function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    const at = (up: number, column: number) => rows[row - up]?.[column] ?? 0;
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isExchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      line[column] = Math.min(
        at(1, column) + 1,
        (line[column - 1] ?? 0) + 1,
        at(1, column - 1) + (isSame ? 0 : 1),
        row > 1 && column > 1 && isExchanged ? at(2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(line);
  }
  return rows[one.length]?.[other.length] ?? 0;
}

function nearest(name: string, known: readonly string[]): { setting: string; away: number } {
  return known
    .map((setting) => ({ setting, away: distance(name, setting) }))
    .reduce((best, next) => (next.away < best.away ? next : best));
}

/**
 * A line for each variable that looks like a setting and is none. Most variables of an environment are somebody else's: a short
 * name is never taken for a misspelt one, and a long one only if two letters differ at most.
 */
export function misspeltSettings(environment: Environment, names: ReadonlySet<string>): string[] {
  const known = [...names, ...readElsewhere];
  return Object.entries(environment).flatMap(([name, value = '']) => {
    const upper = name.toUpperCase();
    if (known.includes(name) || isForeign(upper, value)) return [];
    const isOwn = ownPrefixes.some((prefix) => upper.startsWith(prefix));
    // Comparing every variable of an environment with every setting took 70 ms of a start.
    const compared = isOwn ? known : known.filter(({ length }) => Math.abs(length - upper.length) <= mostAway);
    if (compared.length === 0) return [];
    const { setting, away } = nearest(upper, compared);
    const isNear = away <= Math.min(mostAway, Math.floor(setting.length / 5));
    if (isNear) return [`${name} is not a setting of this gateway and is ignored. Did you mean ${setting}?`];
    if (!isOwn) return [];
    return [
      `${name} is not a setting of this gateway and is ignored. The nearest is ${setting}; .env.example has all.`,
    ];
  });
}
