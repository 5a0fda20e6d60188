import { CannotStart } from '../../kernel/cannot-start.ts';
import type { Engine, Reader } from './database.ts';

const oldestVersion = 15;

type Server = { version: number; name: string; encoding: string };

/** What keeps this server from being used, in one line; undefined where nothing does. */
function unsuitable({ version, name, encoding }: Server): string | undefined {
  if (version < oldestVersion * 10_000)
    return `DATABASE_URL: this is PostgreSQL ${name}, and PostgreSQL ${oldestVersion} or newer is needed.`;
  if (encoding !== 'UTF8')
    return `DATABASE_URL: the database has the encoding ${encoding}, and UTF8 is needed. Create another one: createdb --template=template0 --encoding=UTF8 <name>`;
  return undefined;
}

/** Asked at every start, before anything is written: in another encoding texts would be stored that cannot be read again. */
export async function requireSuitable(database: Reader & { readonly engine: Engine }): Promise<void> {
  if (database.engine !== 'postgres') return;
  const server = await database.get<Server>(
    `SELECT CAST(current_setting('server_version_num') AS INTEGER) AS version, current_setting('server_version') AS name,
       current_setting('server_encoding') AS encoding`,
  );
  const problem = server && unsuitable(server);
  if (problem) throw new CannotStart(problem);
}
