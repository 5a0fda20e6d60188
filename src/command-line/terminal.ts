import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { stripVTControlCharacters, styleText } from 'node:util';
import { CommandFailed } from './failure.ts';

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Without those of other people's texts that move the cursor or change the title. Tabs and line ends stay. */
export const harmless = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
  stripVTControlCharacters(text).replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');

/** What a table shows of a value. */
const shown = (value: unknown): string =>
  harmless(
    value === null || value === undefined ? '-' : Array.isArray(value) ? value.join(',') : String(value),
  ).replaceAll(/\s+/g, ' ');

export type Terminal = ReturnType<typeof createTerminal>;

/** Answers go to stdout, everything about them to stderr: `agent-gateway … | jq` and `> file` work. */
export function createTerminal({ json }: { json: boolean }) {
  const { stdin, stdout, stderr } = process;
  const isTyped = Boolean(stdin.isTTY);
  // It decides by the stream, NO_COLOR and FORCE_COLOR.
  const styled = (style: Style, text: string, stream: NodeJS.WriteStream) => styleText(style, text, { stream });
  const print = (line = '') => void stdout.write(`${line}\n`);
  const note = (line: string, style: Style = 'dim') => void stderr.write(`${styled(style, line, stderr)}\n`);

  function ask(question: string, { hidden = false } = {}): Promise<string> {
    if (!isTyped) throw new CommandFailed(`"${question.trim()}" cannot be asked: this is not a terminal.`);
    const swallowed = new Writable({ write: (_chunk, _encoding, done) => done() });
    return new Promise((resolve, reject) => {
      const reader = createInterface({ input: stdin, output: hidden ? swallowed : stderr, terminal: true });
      // Only now, when the terminal no longer echoes: somebody may type at once.
      if (hidden) stderr.write(question);
      let isAnswered = false;
      reader.question(hidden ? '' : question, (answer) => {
        isAnswered = true;
        reader.close();
        if (hidden) stderr.write('\n');
        resolve(answer.trim());
      });
      reader.once('SIGINT', () => reader.close());
      reader.once('close', () => isAnswered || reject(new CommandFailed('Nothing was answered.')));
    });
  }

  return {
    json,
    /** Somebody can answer a question. */
    isTyped,
    print,
    note,
    write: (text: string) => void stdout.write(text),
    style: (style: Style, text: string) => styled(style, text, stdout),
    ask,
    async confirm(question: string): Promise<boolean> {
      return /^y(es)?$/i.test(await ask(`${question} [y/N] `));
    },
    /** All of stdin, or nothing from a terminal. */
    async piped(): Promise<string> {
      if (isTyped) return '';
      let text = '';
      for await (const chunk of stdin.setEncoding('utf8')) text += chunk;
      return text.replace(/\r?\n$/, '');
    },
    /** One thing: as JSON, or as lines. */
    show(value: object, lines: Record<string, unknown>): void {
      if (json) {
        print(JSON.stringify(value));
        return;
      }
      const width = Math.max(...Object.keys(lines).map((name) => name.length));
      for (const [name, each] of Object.entries(lines)) print(`${name.padEnd(width)}  ${shown(each)}`);
    },
    /** Many things: as one JSON array, or as a table. */
    list<Item extends object>(items: readonly Item[], columns: Record<string, (item: Item) => unknown>): void {
      if (json || items.length === 0) {
        if (json) print(JSON.stringify(items));
        else note('There are none.');
        return;
      }
      const rows = items.map((item) => Object.values(columns).map((column) => shown(column(item))));
      const names = Object.keys(columns).map((name) => name.toUpperCase());
      const widths = names.map((name, place) => Math.max(name.length, ...rows.map((row) => row[place]?.length ?? 0)));
      const line = (cells: readonly string[]) =>
        cells.map((cell, place) => (place < cells.length - 1 ? cell.padEnd(widths[place] ?? 0) : cell)).join('  ');
      print(styled('bold', line(names), stdout));
      for (const row of rows) print(line(row));
    },
  };
}
