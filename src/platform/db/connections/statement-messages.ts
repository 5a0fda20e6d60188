/** A prepared statement to run, with its text if this connection has not prepared it yet. */
export type Run = {
  name: string;
  text: string | undefined;
  values: readonly (string | Buffer | null)[];
  /** Whether the server is asked for the columns of the answer. */
  describes: boolean;
};

const code = { bind: 0x42, close: 0x43, describe: 0x44, execute: 0x45, parse: 0x50, sync: 0x53 };
const target = { portal: 0x50, statement: 0x53 };
const usualSize = 16_384;
/** Of a longer text the bytes are counted; for a shorter one there is room for the most it can have. */
const shortText = 4_096;

// Written by one call of `statementMessages` at a time, which waits for nothing.
let buffer = Buffer.allocUnsafeSlow(usualSize);
let at = 0;

function makeRoom(size: number): void {
  if (buffer.length - at >= size) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(2 * buffer.length, at + size));
  buffer.copy(larger, 0, 0, at);
  buffer = larger;
}
function byte(value: number): void {
  makeRoom(1);
  buffer[at] = value;
  at += 1;
}
function int16(value: number): void {
  makeRoom(2);
  at = buffer.writeUInt16BE(value, at);
}
function int32(value: number): void {
  makeRoom(4);
  at = buffer.writeInt32BE(value, at);
}
function characters(text: string): void {
  makeRoom(text.length > shortText ? Buffer.byteLength(text) : 3 * text.length);
  at += buffer.write(text, at);
}
function ended(text: string): void {
  characters(text);
  byte(0);
}

/** Gives where its length stands, which `end` writes. */
function begin(of: number): number {
  byte(of);
  int32(0);
  return at - 4;
}
function end(start: number): void {
  buffer.writeInt32BE(at - start, start);
}

function writeValue(value: string | Buffer | null): void {
  if (value === null) int32(-1);
  else if (typeof value === 'string') {
    int32(0);
    const start = at;
    characters(value);
    buffer.writeInt32BE(at - start, start - 4);
  } else {
    int32(value.length);
    makeRoom(value.length);
    at += value.copy(buffer, at);
  }
}

function writeRun({ name, text, values, describes }: Run): void {
  if (text !== undefined) {
    // Whether a statement that failed at once is prepared is not known; closing one that is not does nothing.
    const close = begin(code.close);
    byte(target.statement);
    ended(name);
    end(close);
    const parse = begin(code.parse);
    ended(name);
    ended(text);
    int16(0);
    end(parse);
  }
  const bind = begin(code.bind);
  byte(0);
  ended(name);
  // Without formats all values are texts, and all columns of the answer.
  const hasBytes = values.some((value) => value instanceof Buffer);
  int16(hasBytes ? values.length : 0);
  if (hasBytes) for (const value of values) int16(value instanceof Buffer ? 1 : 0);
  int16(values.length);
  for (const value of values) writeValue(value);
  int16(0);
  end(bind);
  if (describes) {
    const describe = begin(code.describe);
    byte(target.portal);
    byte(0);
    end(describe);
  }
  const execute = begin(code.execute);
  byte(0);
  int32(0);
  end(execute);
}

/**
 * The messages of PostgreSQL's protocol that run the statements, and a Sync. They are one buffer: with one for each message, as the
 * driver writes them, a turn had about fifty writes in place of four.
 */
export function statementMessages(runs: readonly Run[]): Buffer {
  at = 0;
  for (const run of runs) writeRun(run);
  end(begin(code.sync));
  if (buffer.length === usualSize) return Buffer.from(buffer.subarray(0, at));
  const messages = buffer.subarray(0, at);
  buffer = Buffer.allocUnsafeSlow(usualSize);
  return messages;
}
