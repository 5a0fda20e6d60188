import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ConnectionLost, GatewayError } from '#client';
import { version } from '../version.ts';
import { agents } from './agents.ts';
import { chat } from './chat.ts';
import type { Command, Context, Values } from './command.ts';
import { completionOf } from './completion.ts';
import { createConnection } from './connection.ts';
import { doctor } from './doctor.ts';
import { CommandFailed, UsageError } from './failure.ts';
import { keys } from './keys.ts';
import { login, logout, users } from './people.ts';
import { logs, runs } from './runs.ts';
import { createTerminal, harmless } from './terminal.ts';
import { webhooks } from './webhooks.ts';

const commonOptions = {
  url: { type: 'string' },
  workspace: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} satisfies ParseArgsOptionsConfig;
const commonHelp: Record<string, string> = {
  url: 'the gateway; else AGENT_GATEWAY_URL, else where you signed in last, else http://localhost:3000',
  workspace: 'the id of the workspace; by default your own',
  json: 'writes JSON',
  help: 'shows this',
};

/** Run by scripts/agent-gateway.mjs before it comes here; named for the help and the completion. */
const elsewhere = (name: string, summary: string, usage?: string): Command => ({
  name,
  summary,
  ...(usage ? { usage } : {}),
  async run() {
    throw new UsageError(`${name} takes no such arguments.`);
  },
});

export const commands: readonly Command[] = [
  elsewhere('start', 'Run the gateway; .env and .data are in the current folder'),
  doctor,
  login,
  logout,
  chat,
  ...agents,
  ...runs,
  logs,
  ...keys,
  ...webhooks,
  ...users,
  elsewhere('backup', 'Copy the embedded database, running or not', '<file>'),
  elsewhere('migrate-to-postgres', 'Move everything from SQLite to PostgreSQL', '[--to <postgres://…>]'),
  completionOf(() => commands, Object.keys(commonOptions)),
];

const usageOf = ({ name, usage }: Command) => `agent-gateway ${name}${usage ? ` ${usage}` : ''}`;

function helpOfAll(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `Agent Gateway ${version}

agent-gateway [<command>] [--json] [--url <address>] [--workspace <id>]

${lines.join('\n')}

Without a command it starts the gateway. \`agent-gateway <command> --help\` has the options.
Exit codes: 0 done, 1 failed, 2 typed wrongly, 130 ended by Ctrl-C.`;
}

function helpOf(command: Command): string {
  const help = { ...command.optionHelp, ...commonHelp };
  const names = [...Object.keys(command.options ?? {}), ...Object.keys(commonOptions)];
  const width = Math.max(...names.map((name) => name.length));
  return `${command.summary}\n\n${usageOf(command)}\n\n${names.map((name) => `  --${name.padEnd(width)}  ${help[name] ?? ''}`).join('\n')}`;
}

/** `agents` alone is `agents list`. */
function commandOf(words: readonly string[]): { command: Command; rest: string[] } | undefined {
  const [first = '', second = ''] = words;
  for (const [name, length] of [
    [`${first} ${second}`, 2],
    [first, 1],
    [`${first} list`, 1],
  ] as const) {
    const command = commands.find((each) => each.name === name);
    if (command) return { command, rest: words.slice(length) };
  }
  return undefined;
}

function contextOf(command: Command, args: string[]): { context: Context; wantsHelp: boolean } {
  const options = { ...command.options, ...commonOptions };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const given = values as Values;
  const terminal = createTerminal({ json: given.json === true });
  if (positionals.length > (command.most ?? 0)) throw new UsageError(`Too many arguments: ${positionals.join(' ')}`);
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : undefined);
  const context: Context = {
    terminal,
    args: positionals,
    values: given,
    // Made at first use: `completion` and `--help` need none.
    get connection() {
      const made = createConnection(terminal, { url: text('url'), workspace: text('workspace') }, process.env);
      Object.defineProperty(context, 'connection', { value: made });
      return made;
    },
    argument(place, name) {
      const value = positionals[place];
      if (value === undefined) throw new UsageError(`<${name}> is missing.`);
      return value;
    },
    text,
    texts: (name) => (Array.isArray(given[name]) ? given[name] : []),
  };
  return { context, wantsHelp: given.help === true };
}

const isParseError = (error: unknown): error is Error =>
  (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true;

const say = (line: string) => void process.stderr.write(`${line}\n`);

/** What went wrong, for a person or a script; the exit code. */
function report(error: unknown, command: Command | undefined, asJson: boolean): number {
  if (error instanceof UsageError || isParseError(error)) {
    say(error.message);
    say(command ? `Usage: ${usageOf(command)}` : 'agent-gateway --help lists the commands.');
    return 2;
  }
  if (error instanceof GatewayError) {
    const { code, message, status, requestId, problem } = error;
    if (asJson) say(JSON.stringify({ error: { code, message, status, requestId } }));
    else {
      say(`${harmless(message)} (${code}${requestId ? `, request ${requestId}` : ''})`);
      for (const field of problem.errors ?? []) say(`  ${harmless(JSON.stringify(field))}`);
      if (status === 401) say('Sign in again: agent-gateway login');
    }
    return 1;
  }
  if (error instanceof ConnectionLost || error instanceof CommandFailed) {
    if (asJson) say(JSON.stringify({ error: { code: 'failed', message: error.message } }));
    else {
      say(error.message);
      if (error instanceof ConnectionLost) say('`agent-gateway start` runs one; `agent-gateway doctor` looks closer.');
    }
    return 1;
  }
  say((error as Error).stack ?? String(error));
  return 1;
}

async function exitCodeOf(words: string[]): Promise<number> {
  const [first = ''] = words;
  if (first === '--version' || first === '-v' || first === 'version') {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  if (first === '--help' || first === '-h' || first === 'help') {
    process.stdout.write(`${helpOfAll()}\n`);
    return 0;
  }
  const found = commandOf(words);
  try {
    if (!found) throw new UsageError(`There is no command "${first}".`);
    const { context, wantsHelp } = contextOf(found.command, found.rest);
    if (wantsHelp) {
      context.terminal.print(helpOf(found.command));
      return 0;
    }
    return (await found.command.run(context)) ?? 0;
  } catch (error) {
    return report(error, found?.command, words.includes('--json'));
  }
}

/** Runs a command and ends the process with its exit code. */
export async function runCommand(words: string[]): Promise<void> {
  // The reader of the output has closed it, as in `agent-gateway runs | head`.
  process.stdout.on('error', (error: { code?: string }) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const code = await exitCodeOf(words);
  // Not process.exit(): a pipe may not have taken everything yet.
  process.exitCode = code;
}
