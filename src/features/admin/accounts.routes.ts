import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { Type } from '../../http/validation/type.ts';
import { type AuthService, Me, NewAccount } from '../auth/index.ts';
import {
  AdminUser,
  AdminUserDetails,
  AdminUserPage,
  AdminWorkspace,
  AdminWorkspacePage,
  FindQuery,
} from './accounts.schema.ts';
import type { AccountService } from './accounts.service.ts';
import { UserParams } from './admin.schema.ts';

type Deps = { accounts: AccountService; auth: Pick<AuthService, 'createAccount' | 'secondFactor'> };

const config = { auth: 'apiKey:admin' } as const;
const tags = ['admin'];
const params = Type.Object({ id: Type.String() });

export const accountRoutes =
  ({ accounts, auth }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/admin/users',
      {
        config,
        schema: {
          operationId: 'listUsers',
          summary: 'People with an account, newest first',
          tags,
          querystring: FindQuery,
          response: { 200: AdminUserPage },
        },
      },
      async ({ query }) => accounts.users(query),
    );

    app.post(
      '/admin/users',
      {
        config,
        schema: {
          operationId: 'createUser',
          summary: 'Create an account, independent of REGISTRATION',
          tags,
          body: NewAccount,
          response: { 201: Me, ...problems(409) },
        },
      },
      async ({ apiKeyActor, body }, reply) => reply.code(201).send(await auth.createAccount(body, apiKeyActor)),
    );

    app.get(
      '/admin/users/:uid',
      {
        config,
        schema: {
          operationId: 'getUser',
          summary: 'Get a person and their workspaces',
          tags,
          params: UserParams,
          response: { 200: AdminUserDetails, ...problems(404) },
        },
      },
      async ({ params }) => accounts.user(params.uid),
    );

    app.post(
      '/admin/users/:uid/disable',
      {
        config,
        schema: {
          operationId: 'disableUser',
          summary: 'Suspend a person: requests are refused, and runs, schedules and channels in their name stop',
          tags,
          params: UserParams,
          response: { 200: AdminUser, ...problems(404) },
        },
      },
      async ({ apiKeyActor, params }) => accounts.suspendUser(apiKeyActor, params.uid),
    );

    app.post(
      '/admin/users/:uid/enable',
      {
        config,
        schema: {
          operationId: 'enableUser',
          summary: 'End the suspension of a person',
          tags,
          params: UserParams,
          response: { 200: AdminUser, ...problems(404) },
        },
      },
      async ({ apiKeyActor, params }) => accounts.resumeUser(apiKeyActor, params.uid),
    );

    app.delete(
      '/admin/users/:uid/mfa',
      {
        config,
        schema: {
          operationId: 'removeUserSecondFactor',
          summary: 'Remove the second factor of a person who cannot use it any more',
          description: 'Ends every sign-in of the person, who is told by mail. Nothing happens if there is none.',
          tags,
          params: UserParams,
          response: { 204: Type.Null({ description: 'Done' }), ...problems(404) },
        },
      },
      async ({ apiKeyActor, params }, reply) => {
        await auth.secondFactor.removeFor(apiKeyActor, params.uid);
        return reply.code(204).send(null);
      },
    );

    app.delete(
      '/admin/users/:uid',
      {
        config,
        schema: {
          operationId: 'eraseUser',
          summary: 'Erase a person and every workspace that is theirs alone',
          tags,
          params: UserParams,
          response: { 204: Type.Null({ description: 'Done' }), ...problems(404, 409) },
        },
      },
      async ({ apiKeyActor, params }, reply) => {
        await accounts.eraseUser(apiKeyActor, params.uid);
        return reply.code(204).send(null);
      },
    );

    app.get(
      '/admin/workspaces',
      {
        config,
        schema: {
          operationId: 'listAllWorkspaces',
          summary: 'List all workspaces, newest first',
          tags,
          querystring: FindQuery,
          response: { 200: AdminWorkspacePage },
        },
      },
      async ({ query }) => accounts.workspaces(query),
    );

    app.post(
      '/admin/workspaces/:id/disable',
      {
        config,
        schema: {
          operationId: 'disableWorkspace',
          summary: 'Suspend a workspace: its runs stop, its schedules and webhooks wait',
          tags,
          params,
          response: { 200: AdminWorkspace, ...problems(404) },
        },
      },
      async ({ apiKeyActor, params }) => accounts.suspendWorkspace(apiKeyActor, params.id),
    );

    app.post(
      '/admin/workspaces/:id/enable',
      {
        config,
        schema: {
          operationId: 'enableWorkspace',
          summary: 'End the suspension of a workspace',
          tags,
          params,
          response: { 200: AdminWorkspace, ...problems(404) },
        },
      },
      async ({ apiKeyActor, params }) => accounts.resumeWorkspace(apiKeyActor, params.id),
    );
  };
