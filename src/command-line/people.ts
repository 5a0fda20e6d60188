import type { Command } from './command.ts';
import { CommandFailed } from './failure.ts';
import { signIn } from './sign-in.ts';
import type { Terminal } from './terminal.ts';

/** From stdin if asked so: an argument could be read by everyone on the machine. */
async function passwordOf(terminal: Terminal, values: { 'password-stdin'?: unknown }): Promise<string | undefined> {
  if (!values['password-stdin']) return undefined;
  const password = await terminal.piped();
  if (!password) throw new CommandFailed('There was no password on stdin.');
  return password;
}

const passwordOption = { 'password-stdin': { type: 'boolean' } } as const;
const passwordHelp = { 'password-stdin': 'reads the password from stdin' };

export const login: Command = {
  name: 'login',
  summary: 'Sign in to a gateway, or create an account',
  usage: '[--email <address>] [--register]',
  options: { email: { type: 'string' }, register: { type: 'boolean' }, ...passwordOption },
  optionHelp: { email: 'the address of the account', register: 'creates the account first', ...passwordHelp },
  async run({ terminal, connection, values, text }) {
    const { url, credentials } = connection;
    const password = await passwordOf(terminal, values);
    await signIn(terminal, { url, credentials, email: text('email'), password, register: values.register === true });
    if (terminal.json) terminal.print(JSON.stringify({ url, email: credentials.of(url)?.email }));
  },
};

export const logout: Command = {
  name: 'logout',
  summary: 'Sign out: the tokens on this machine stop working',
  async run({ terminal, connection }) {
    const { url, credentials } = connection;
    const refreshToken = credentials.of(url)?.tokens.refreshToken;
    await credentials.forget(url);
    if (refreshToken) await connection.anyone().post('/auth/sessions/end', { body: { refreshToken } });
    terminal.note(`Signed out at ${url}.`);
  },
};

const columns = {
  id: ({ id }: { id: string }) => id,
  email: ({ email }: { email: string }) => email,
  created: ({ createdAt }: { createdAt: string }) => createdAt,
  suspended: ({ disabledAt }: { disabledAt?: string | null }) => disabledAt,
};

async function collected<Item>(items: AsyncIterable<Item>, limit: number): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) {
    found.push(item);
    if (found.length >= limit) break;
  }
  return found;
}

const suspending = (verb: 'disable' | 'enable', summary: string): Command => ({
  name: `users ${verb}`,
  summary,
  usage: '<user id>',
  most: 1,
  async run({ terminal, connection, argument }) {
    const path = { uid: argument(0, 'user id') };
    const client = connection.operator();
    const user =
      verb === 'disable'
        ? await client.post('/admin/users/{uid}/disable', { path })
        : await client.post('/admin/users/{uid}/enable', { path });
    terminal.show(user, { id: user.id, email: user.email, suspended: user.disabledAt });
  },
});

export const users: Command[] = [
  {
    name: 'users list',
    summary: 'People with an account (operators)',
    usage: '[--limit <number>]',
    options: { limit: { type: 'string' } },
    optionHelp: { limit: 'how many, 50 by default' },
    async run({ terminal, connection, text }) {
      const limit = Number(text('limit') ?? 50);
      terminal.list(await collected(connection.operator().each('/admin/users'), limit), columns);
    },
  },
  {
    name: 'users create',
    summary: 'Create an account (operators)',
    usage: '<email>',
    most: 1,
    options: passwordOption,
    optionHelp: passwordHelp,
    async run({ terminal, connection, values, argument }) {
      const email = argument(0, 'email');
      const client = connection.operator();
      const given = await passwordOf(terminal, values);
      const password = given ?? (await terminal.ask('Password of the new account: ', { hidden: true }));
      const user = await client.post('/admin/users', { body: { email, password } });
      terminal.show(user, { id: user.id, email: user.email, workspace: user.defaultWorkspaceId });
    },
  },
  suspending('disable', 'Suspend a person (operators)'),
  suspending('enable', 'End the suspension of a person (operators)'),
];
