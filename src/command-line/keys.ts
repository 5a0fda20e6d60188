import type { CreateKey, Key } from '#client';
import type { Command } from './command.ts';

const columns = {
  id: ({ id }: Key) => id,
  name: ({ name }: Key) => name,
  key: ({ prefix }: Key) => `${prefix}…`,
  scopes: ({ scopes }: Key) => scopes ?? 'all',
  used: ({ lastUsedAt }: Key) => lastUsedAt,
  expires: ({ expiresAt }: Key) => expiresAt,
};

export const keys: Command[] = [
  {
    name: 'keys list',
    summary: 'Your personal keys in the workspace',
    async run({ terminal, connection }) {
      const found: Key[] = [];
      for await (const key of (await connection.person()).each('/auth/keys')) found.push(key);
      terminal.list(found, columns);
    },
  },
  {
    name: 'keys create',
    summary: 'Make a personal key; it is shown once',
    usage: '<name> [--scope <scope>]… [--expires <time>]',
    most: 1,
    options: { scope: { type: 'string', multiple: true }, expires: { type: 'string' } },
    optionHelp: {
      scope: 'what it may do, such as inference or chat:read; can be given several times',
      expires: 'such as 2099-01-01T00:00:00Z',
    },
    async run({ terminal, connection, argument, text, texts }) {
      const scopes = texts('scope') as NonNullable<CreateKey['scopes']>;
      const expiresAt = text('expires');
      const client = await connection.person();
      const key = await client.post('/auth/keys', {
        body: {
          name: argument(0, 'name'),
          ...(scopes.length > 0 ? { scopes } : {}),
          ...(expiresAt === undefined ? {} : { expiresAt }),
        },
      });
      // The key alone on stdout: `key=$(agent-gateway keys create ci)`.
      if (terminal.json) return terminal.print(JSON.stringify(key));
      terminal.note(`${key.id} (${key.name}). It is shown this once:`);
      terminal.print(key.key);
    },
  },
  {
    name: 'keys revoke',
    summary: 'Revoke a personal key',
    usage: '<key id>',
    most: 1,
    async run({ terminal, connection, argument }) {
      const id = argument(0, 'key id');
      await (await connection.person()).delete('/auth/keys/{id}', { path: { id } });
      terminal.note(`Revoked ${id}.`);
    },
  },
];
