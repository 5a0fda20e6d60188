import { keyScopes } from '../../src/http/key-scopes.ts';
import { newTestKey } from '../harness/keys.ts';
import { actingAs } from '../harness/people.ts';
import { keyOfMember } from './matrix-keys.ts';
import type { Row, Stance } from './row.ts';
import { sendAs } from './send-as.ts';
import { newRows, storedRows } from './stored-rows.ts';
import type { World } from './world.ts';

/** Operations that no personal key may use, with any scope. */
const identity = new Set([
  ...['createKey', 'listKeys', 'getKey', 'updateKey', 'revokeKey', 'listWorkspaceKeys', 'revokeWorkspaceKey'],
  ...['logout', 'eraseMe', 'createWorkspace', 'setUp', 'acceptInvitation'],
  ...['listSignIns', 'endSignIn', 'changePassword', 'changePasswordInConsole', 'updateMe', 'askForVerification'],
  ...['getSecondFactor', 'beginTotp', 'confirmTotp', 'removeTotp'],
]);
/** The API description is open to every credential. */
const anyKey = new Set(['getOpenApiJson', 'getOpenApiYaml']);

export const keyKinds = ['full', 'silent', 'reading', 'foreign', 'revoked'] as const;
export type KeyKind = (typeof keyKinds)[number];

/**
 * The member's keys: one with every scope by name, one without limits, one for reading, one revoked; and a key of
 * Globex's owner.
 */
export async function keysOf(world: World): Promise<Record<KeyKind, string>> {
  const { gateway, people, acme, globex } = world;
  const revoked = await keyOfMember(world);
  await actingAs(gateway, people.member, acme.workspaceId)('DELETE', `/auth/keys/${revoked.id}`);
  return {
    full: (await keyOfMember(world, { scopes: [...keyScopes] })).key,
    silent: (await keyOfMember(world)).key,
    reading: (await keyOfMember(world, { scopes: keyScopes.filter((scope) => scope.endsWith(':read')) })).key,
    foreign: (await newTestKey(gateway, globex.as)).key,
    revoked: revoked.key,
  };
}

const inBody = new Set([
  'login',
  'createToken',
  'refreshToken',
  'openConsoleSession',
  'refreshConsoleSession',
  'exchangeIdToken',
]);
const byName = new Set(['resolveApproval', 'addMember', 'removeMember', 'acceptRole', 'createGrant', 'deleteGrant']);

/**
 * Where the member would call the operation, and the expected status; undefined where a credential makes no difference.
 */
function ofMember({ expected }: Row): { stance: Stance; status: number; named: boolean } | undefined {
  for (const stance of ['in acme', 'from home'] as const) {
    const status = expected[stance]?.member;
    if (status === undefined) continue;
    if (expected[stance]?.anonymous !== 401) return undefined;
    // A route without a workspace acts on the caller's own data.
    return { stance, status, named: stance === 'in acme' || expected[stance]?.other === 403 };
  }
  return undefined;
}

function expectedOf(kind: KeyKind, row: Row, method: string): number | undefined {
  const member = ofMember(row);
  if (!member) return undefined;
  const { operationId } = row;
  // The credential is in the body.
  if (inBody.has(operationId)) return undefined;
  // Only an operator's API key may use these.
  if (member.status === 401) return 401;
  if (kind === 'revoked') return 401;
  if (kind === 'foreign' && (member.named || row.name?.includes('one’s own'))) return 403;
  if (identity.has(operationId)) return 403;
  if (anyKey.has(operationId)) return member.status;
  if (kind === 'reading' && (method !== 'GET' || row.webSocket)) return 403;
  if (kind !== 'full' && byName.has(operationId)) return 403;
  return member.status;
}

/** The faults in how one key is answered on one row; empty if there are none. */
export async function faultsOfKey(world: World, row: Row, kind: KeyKind, key: string): Promise<string[]> {
  const { method = '' } = world.operations.get(row.operationId) ?? {};
  const expected = expectedOf(kind, row, method);
  const member = ofMember(row);
  if (expected === undefined || !member) return [];
  const request = await row.request(world, 'member');
  // Another person makes this request, with another credential.
  if (request.token !== undefined && expected < 400) return [];
  // A revoked key, or one of another workspace, is refused by authentication before any handler: comparing the status
  // is enough.
  const refusedWrite = expected >= 400 && method !== 'GET' && kind !== 'revoked' && kind !== 'foreign';
  const stored = async () => (refusedWrite ? storedRows(world.gateway.gateway.database) : new Map());
  const before = await stored();
  const {
    status,
    answer,
    request: sent,
  } = await sendAs(world, row, 'member', member.stance, { ...request, token: key });
  const who = `a ${kind} key`;
  const faults = world.canaries
    .leaks(kind === 'foreign' ? 'other' : 'member', answer, `${sent}\n${row.shows?.(world).join('\n')}`)
    .map((label) => `${who} sees ${label}`);
  if (status !== expected) faults.push(`${who} gets ${status} instead of ${expected}: ${answer.slice(0, 500)}`);
  // Its last use is noted.
  for (const written of newRows(before, await stored()))
    if (!written.startsWith('personal_keys')) faults.push(`${who} had no business to write ${written}`);
  return faults;
}
