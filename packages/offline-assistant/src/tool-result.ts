/** What a tool answered, as data. */
export type Outcome = { name: string; content: string; isError: boolean };

/** Without the marks around quoted data, and parsed where it is JSON. */
export function dataOf({ content }: Outcome): unknown {
  const quoted = /(?:`{3,}[^\n]*\n([\s\S]*?)\n`{3,}|<([a-z][\w-]*)[^>]*>([\s\S]*?)<\/\2>)/i.exec(content);
  for (const text of [content, quoted?.[1] ?? quoted?.[3]])
    if (text !== undefined)
      try {
        return JSON.parse(text);
      } catch {
        // Plain text, then.
      }
  return (quoted?.[1] ?? quoted?.[3] ?? content).trim();
}

/** The one value that matters, whatever it is called. */
export function scalarOf(data: unknown): string | undefined {
  if (typeof data === 'string' || typeof data === 'number' || typeof data === 'boolean') return String(data);
  if (typeof data !== 'object' || data === null) return undefined;
  const values = Object.entries(data);
  const named =
    values.find(([key]) => /^(?:result|value|answer|output|text)$/i.test(key)) ??
    (values.length === 1 ? values[0] : undefined);
  return named && scalarOf(named[1]);
}

const longest = 1_500;

export function phraseFailure(outcome: Outcome): string {
  const data = dataOf(outcome);
  const reason = scalarOf(data) ?? scalarOf((data as { message?: unknown } | null)?.message) ?? JSON.stringify(data);
  return `The tool ${outcome.name} failed: ${reason.slice(0, 300).replace(/[.\s]+$/, '')}.`;
}

export function phraseOutcome(outcome: Outcome): string {
  if (outcome.isError) return phraseFailure(outcome);
  const data = dataOf(outcome);
  const scalar = scalarOf(data);
  if (scalar !== undefined && scalar.length < 200 && !scalar.includes('\n'))
    return `The tool ${outcome.name} answered: ${scalar}`;
  const written = typeof data === 'string' ? data : JSON.stringify(data, null, 2);
  const shown = written.length > longest ? `${written.slice(0, longest)}\n…` : written;
  return `The tool ${outcome.name} answered:\n\`\`\`\n${shown.replaceAll('```', "'''")}\n\`\`\``;
}

/** The moment a clock tool told, in words. */
export function phraseTime(outcome: Outcome, zone: string | undefined): string {
  if (outcome.isError) return phraseFailure(outcome);
  const data = dataOf(outcome);
  const written = JSON.stringify(data) ?? '';
  const moment = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})/.exec(written)?.[0];
  const told = zone ?? /"[^"]*zone"\s*:\s*"([\w/+-]+)"/i.exec(written)?.[1] ?? 'UTC';
  if (!moment) return `It is ${scalarOf(data) ?? written}.`;
  try {
    const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: told });
    return `It is ${format.format(new Date(moment))} (${told}).`;
  } catch {
    return `It is ${moment}.`;
  }
}
