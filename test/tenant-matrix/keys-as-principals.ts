import { keyScopes } from '../../src/http/key-scopes.ts';
import { newTestKey } from '../harness/keys.ts';
import { actingAs } from '../harness/people.ts';
import { knock } from './knock.ts';
import { keyOfMember } from './matrix-keys.ts';
import type { Row, Stance } from './row.ts';
import { newRows, storedRows } from './stored-rows.ts';
import type { World } from './world.ts';

/** What no personal key opens, whatever its scopes. */
const identity = new Set([
  ...['createKey', 'listKeys', 'getKey', 'updateKey', 'revokeKey', 'listWorkspaceKeys', 'revokeWorkspaceKey'],
  ...['logout', 'eraseMe', 'createWorkspace', 'setUp'],
]);
/** Public to whoever has any credential: the description of the API. */
const anyKey = new Set(['getOpenApiJson', 'getOpenApiYaml']);

export const keyKinds = ['full', 'silent', 'reading', 'foreign', 'revoked'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** The member's keys: one with every scope by name, one that says nothing, one to read with, one that is over; and Globex's owner's. */
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

const inBody = new Set(['login', 'createToken', 'refreshToken', 'openConsoleSession', 'refreshConsoleSession']);
const byName = new Set(['resolveApproval', 'addMember', 'removeMember', 'acceptRole', 'createGrant', 'deleteGrant']);

/** Where the member would call it, and what they would get; undefined where a credential makes no difference. */
function ofMember({ expected }: Row): { stance: Stance; status: number; named: boolean } | undefined {
  for (const stance of ['in acme', 'from home'] as const) {
    const status = expected[stance]?.member;
    if (status === undefined) continue;
    if (expected[stance]?.anonymous !== 401) return undefined;
    // A route that names no workspace is everyone's own.
    return { stance, status, named: stance === 'in acme' || expected[stance]?.other === 403 };
  }
  return undefined;
}

function expectedOf(kind: KeyKind, row: Row, method: string): number | undefined {
  const member = ofMember(row);
  if (!member) return undefined;
  const { operationId } = row;
  // Their credential is in the body.
  if (inBody.has(operationId)) return undefined;
  // Only an operator's API key opens these.
  if (member.status === 401) return 401;
  if (kind === 'revoked') return 401;
  if (kind === 'foreign' && (member.named || row.name?.includes('one’s own'))) return 403;
  if (identity.has(operationId)) return 403;
  if (anyKey.has(operationId)) return member.status;
  if (kind === 'reading' && (method !== 'GET' || row.webSocket)) return 403;
  if (kind !== 'full' && byName.has(operationId)) return 403;
  return member.status;
}

/** What is wrong with how one key is answered on one row; empty when all is well. */
export async function faultsOfKey(world: World, row: Row, kind: KeyKind, key: string): Promise<string[]> {
  const { method = '' } = world.operations.get(row.operationId) ?? {};
  const expected = expectedOf(kind, row, method);
  const member = ofMember(row);
  if (expected === undefined || !member) return [];
  const request = await row.request(world, 'member');
  // Done by a stand-in, whose key this is not.
  if (request.token !== undefined && expected < 400) return [];
  // A key that is over or of another workspace is refused at the door, before any handler: there the status says enough.
  const refusedWrite = expected >= 400 && method !== 'GET' && kind !== 'revoked' && kind !== 'foreign';
  const stored = async () =>
    refusedWrite
      ? (await storedRows(world.gateway.gateway.database)).filter((text) => !text.startsWith('personal_keys'))
      : [];
  const before = await stored();
  const {
    status,
    answer,
    request: sent,
  } = await knock(world, row, 'member', member.stance, { ...request, token: key });
  const who = `a ${kind} key`;
  const faults = world.canaries
    .leaks(kind === 'foreign' ? 'other' : 'member', answer, `${sent}\n${row.shows?.(world).join('\n')}`)
    .map((label) => `${who} sees ${label}`);
  if (status !== expected) faults.push(`${who} gets ${status} instead of ${expected}: ${answer.slice(0, 500)}`);
  for (const written of newRows(before, await stored())) faults.push(`${who} had no business to write ${written}`);
  return faults;
}
