import type { ParseArgsOptionsConfig } from 'node:util';
import type { Connection } from './connection.ts';
import type { Terminal } from './terminal.ts';

export type Values = Record<string, string | boolean | string[] | undefined>;

export type Context = {
  terminal: Terminal;
  connection: Connection;
  args: string[];
  values: Values;
  /** The argument at that place; a usage error if it is missing. */
  argument(place: number, name: string): string;
  text(name: string): string | undefined;
  texts(name: string): string[];
};

export type Command = {
  /** One word or two: `agents create`. */
  name: string;
  summary: string;
  /** What follows the name. */
  usage?: string;
  options?: ParseArgsOptionsConfig;
  /** A line for each option. */
  optionHelp?: Record<string, string>;
  /** How many arguments it takes; by default none. */
  most?: number;
  /** Resolves to an exit code, or to nothing for 0. */
  run(context: Context): Promise<number | undefined> | Promise<void>;
};
