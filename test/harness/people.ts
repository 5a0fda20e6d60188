import bcrypt from 'bcrypt';
import { type Clock, systemClock } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { type Answer, jwtSecret, type Person, type TestGateway } from './gateway.ts';
import { forgeToken } from './tokens.ts';

export type QuickPerson = Pick<Person, 'id' | 'email' | 'password' | 'accessToken' | 'workspaceId'>;

const password = 'correct horse battery';
/** Four rounds instead of twelve, so that a login takes almost no time. */
const passwordHash = bcrypt.hashSync(password, 4);

/** What erasing an account takes. */
export const ownPassword = { currentPassword: password };

let made = 0;

/**
 * An account as registration creates it, without the 0.3 s that registration takes. The access token lasts a month, so
 * that a test may move the clock.
 */
export async function quickPerson(
  { gateway: { database } }: Pick<TestGateway, 'gateway'>,
  name = 'someone',
  clock: Clock = systemClock,
): Promise<QuickPerson> {
  const now = clock.now();
  const email = `${name}-${++made}-${newId('usr', Date.now()).slice(-8)}@example.com`.toLowerCase();
  const person = { id: newId('usr', Date.now()), email, workspaceId: newId('ws', Date.now()) };
  await database.transaction(async (tx) => {
    await tx.run(
      `INSERT INTO users (id, email, password_hash, default_workspace_id, created_at) VALUES ($1, $2, $3, $4, $5)`,
      [person.id, person.email, passwordHash, person.workspaceId, now],
    );
    await tx.run("INSERT INTO workspaces (id, name, personal, created_at) VALUES ($1, 'Personal', 1, $2)", [
      person.workspaceId,
      now,
    ]);
    await tx.run(
      "INSERT INTO workspace_members (workspace_id, user_id, role, created_at) VALUES ($1, $2, 'owner', $3)",
      [person.workspaceId, person.id, now],
    );
  });
  const iat = Math.floor(now / 1_000);
  const claims = { uid: person.id, sub: person.id, iat, exp: iat + 30 * 86_400 };
  return { ...person, password, accessToken: forgeToken({ claims, secret: jwtSecret }) };
}

export type Act = <Body = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<Body>>;

/** Requests as one person, by default in the personal workspace. */
export const actingAs =
  ({ call }: Pick<TestGateway, 'call'>, { accessToken }: Pick<Person, 'accessToken'>, workspaceId?: string): Act =>
  (method, path, body, headers = {}) =>
    call(method, path, {
      token: accessToken,
      body,
      headers: { ...(workspaceId === undefined ? {} : { 'x-workspace-id': workspaceId }), ...headers },
    });
