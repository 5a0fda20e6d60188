const secrets: [RegExp, string][] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, '$1 [redacted]'],
  [/(:\/\/)[^\s/@]+@/g, '$1[redacted]@'],
  [/\b((?:[\w-]*(?:api[_-]?key|token|secret|password|signature))["']?\s*[=:]\s*["']?)[^\s"'&,}]+/gi, '$1[redacted]'],
  [/\b(?:sk|pk|rk|xox[a-z]|gh[a-z])[-_][\w-]{8,}/g, '[redacted]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[redacted]'],
];

/** The text of a failure for the database and the log: short, without credentials, and accepted by PostgreSQL. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  let safe = text.slice(0, 2_000);
  for (const [pattern, replacement] of secrets) safe = safe.replace(pattern, replacement);
  return safe.slice(0, 500).replaceAll('\0', '').toWellFormed();
}
