/**
 * The rows of a table as lines, each with the names of its columns: `city: Bern; people: 134,506`. So a row is understood
 * without the first one.
 */
export function csvToText(csv: string, longest: number): { text: string; cut: boolean } {
  const separator = separatorOf(csv);
  let header: string[] | undefined;
  const lines: string[] = [];
  let length = 0;
  for (const row of rowsOf(csv, separator)) {
    if (row.every((cell) => cell.trim() === '')) continue;
    if (!header) {
      header = row.map((cell) => oneLine(cell));
      continue;
    }
    const names = header;
    const line = row
      .map((cell, index) => [names[index] ?? '', oneLine(cell)] as const)
      .filter(([, cell]) => cell !== '')
      .map(([name, cell]) => (name === '' ? cell : `${name}: ${cell}`))
      .join('; ');
    length += line.length + 2;
    if (length > longest) return { text: lines.join('\n\n'), cut: true };
    lines.push(line);
  }
  // Only a first row: it is what the table says.
  return { text: lines.length > 0 ? lines.join('\n\n') : (header ?? []).join('; '), cut: false };
}

const oneLine = (cell: string): string => cell.replace(/\s+/g, ' ').trim();

/** The sign that the first line has most often. */
function separatorOf(csv: string): string {
  const [line = ''] = csv.slice(0, 10_000).split('\n', 1);
  const count = (sign: string) => line.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/** RFC 4180: a quoted cell may hold separators, line breaks and doubled quotes. */
function* rowsOf(csv: string, separator: string): Generator<string[]> {
  let row: string[] = [];
  let at = 0;
  while (at < csv.length) {
    let cell = '';
    if (csv[at] === '"') {
      at += 1;
      while (at < csv.length) {
        const quote = csv.indexOf('"', at);
        const end = quote < 0 ? csv.length : quote;
        cell += csv.slice(at, end);
        at = end + 1;
        if (csv[at] !== '"') break;
        cell += '"';
        at += 1;
      }
    }
    const start = at;
    while (at < csv.length && csv[at] !== separator && csv[at] !== '\n') at += 1;
    cell += csv.slice(start, at);
    row.push(cell.replace(/\r$/, ''));
    if (at >= csv.length || csv[at] === '\n') {
      yield row;
      row = [];
    } else if (at === csv.length - 1) {
      row.push('');
      yield row;
      row = [];
    }
    at += 1;
  }
  if (row.length > 0) yield row;
}
