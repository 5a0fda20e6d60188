import { errorOf, GatewayError } from '@client/errors.ts';
import { useSyncExternalStore } from 'react';

/**
 * The signed-in person. The access token is only in this variable. The refresh token is in a cookie that no script can
 * read and that is sent to /console/session only.
 */
type State = { status: 'unknown' | 'signed-out' | 'signed-in'; workspaceId: string | undefined };

let accessToken: string | undefined;
let state: State = { status: 'unknown', workspaceId: undefined };
const listeners = new Set<() => void>();

function change(next: Partial<State>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

export const useSession = (): State =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );

export const currentToken = () => accessToken;
export const currentWorkspace = () => state.workspaceId;

const rememberedWorkspace = 'console.workspace';

export function chooseWorkspace(workspaceId: string | undefined): void {
  if (workspaceId) sessionStorage.setItem(rememberedWorkspace, workspaceId);
  else sessionStorage.removeItem(rememberedWorkspace);
  change({ workspaceId });
}

async function ask(path: string, body?: object): Promise<void> {
  const response = await fetch(`/console/session${path}`, {
    method: 'POST',
    credentials: 'same-origin',
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw await errorOf(response);
  accessToken = ((await response.json()) as { accessToken: string }).accessToken;
}

async function enter(path: string, body: object): Promise<void> {
  await ask(path, body);
  sessionStorage.removeItem(rememberedWorkspace);
  change({ status: 'signed-in', workspaceId: undefined });
}

export const signIn = (email: string, password: string) => enter('', { email, password });
export const signInWithCode = (mfaToken: string, code: string) => enter('/mfa', { mfaToken, code });
export const register = (email: string, password: string, invitation?: string) =>
  enter('/register', { email, password, ...(invitation ? { invitation } : {}) });

let refreshing: Promise<boolean> | undefined;

/**
 * One refresh at a time over all tabs: they share the cookie, and a refresh token works once. A tab that lost the race
 * tries again with the new cookie.
 */
async function refreshOnce(): Promise<boolean> {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await navigator.locks.request('console-refresh', () => ask('/refresh'));
      return true;
    } catch (error) {
      // Without an answer it is unknown whether the person is signed in.
      if (!(error instanceof GatewayError)) throw error;
      if (error.status !== 401) throw error;
      if (error.code === 'unauthenticated') return false;
    }
  }
  return false;
}

/** Resolves to false when nobody is signed in. */
export function refresh(): Promise<boolean> {
  refreshing ??= refreshOnce()
    .then((done) => {
      if (!done) leave();
      return done;
    })
    .finally(() => {
      refreshing = undefined;
    });
  return refreshing;
}

export async function restore(): Promise<void> {
  try {
    const done = await refresh();
    change({
      status: done ? 'signed-in' : 'signed-out',
      workspaceId: sessionStorage.getItem(rememberedWorkspace) ?? undefined,
    });
  } catch {
    change({ status: 'signed-out' });
  }
}

function leave(): void {
  accessToken = undefined;
  sessionStorage.removeItem(rememberedWorkspace);
  change({ status: 'signed-out', workspaceId: undefined });
}

/** Ends the sign-in of this browser. */
export async function signOut(): Promise<void> {
  leave();
  await fetch('/console/session', { method: 'DELETE' }).catch(() => undefined);
  await leaveProvider();
}

/** Ends every sign-in of the person, here and elsewhere. */
export async function signOutEverywhere(): Promise<void> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const response = await fetch('/auth/logout', { method: 'POST', headers });
  if (!response.ok) throw await errorOf(response);
  await signOut();
}

/** A browser that was signed in by an identity provider goes there, to be signed out of it too. */
async function leaveProvider(): Promise<void> {
  const response = await fetch('/auth/oidc/logout', { method: 'POST' }).catch(() => undefined);
  if (!response?.ok) return;
  const { url } = (await response.json()) as { url: string | null };
  if (url) location.assign(url);
}
