import { authRows } from './matrix-auth.ts';
import { open, type Row, signedIn } from './row.ts';

const requestOf = (operationId: string): Row['request'] => {
  const row = authRows.find((each) => each.operationId === operationId);
  if (!row) throw new Error(`There is no row of ${operationId}.`);
  return row.request;
};

/** The same refresh token as for /auth/refresh, in the console's cookie. */
const cookie: Row['request'] = async (world, principal) => {
  const { body } = await requestOf('refreshToken')(world, principal);
  return { headers: { cookie: `gateway_console=${(body as { refreshToken: string }).refreshToken}` } };
};

export const consoleRows: Row[] = [
  open('openConsoleSession', 200, requestOf('login'), { except: { anonymous: 401 } }),
  open('registerInConsole', 201, requestOf('register')),
  open('refreshConsoleSession', 200, cookie, { except: { anonymous: 401 } }),
  open('openConsoleSessionWithCode', 200, requestOf('loginWithCode')),
  signedIn('changePasswordInConsole', 204, requestOf('changePassword')),
  open('closeConsoleSession', 204),
];
