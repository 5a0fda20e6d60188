import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { PageQuery } from '../../http/pagination.ts';
import { Type } from '../../http/validation/type.ts';
import {
  AcceptedInvitation,
  AcceptInvitation,
  CreateInvitation,
  Invitation,
  InvitationPage,
} from './invitations.schema.ts';
import type { InvitationService } from './invitations.service.ts';

const config = { auth: 'workspace', permission: 'workspace.members' } as const;
const tags = ['workspaces'];
const params = Type.Object({ id: Type.String() });

export const invitationRoutes =
  (invitations: InvitationService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/workspaces/:id/invitations',
      {
        config,
        schema: {
          operationId: 'createInvitation',
          summary: 'Invite somebody by mail',
          description:
            'The mail holds a token that works once, for 7 days, for an account with that address. An earlier invitation of the address ends.',
          tags,
          params,
          body: CreateInvitation,
          response: { 201: Invitation, ...problems(409) },
        },
      },
      async ({ caller, body }, reply) => reply.code(201).send(await invitations.create(caller, body)),
    );

    app.get(
      '/workspaces/:id/invitations',
      {
        config,
        schema: {
          operationId: 'listInvitations',
          summary: 'Invitations that nobody has accepted yet',
          tags,
          params,
          querystring: Type.Object(PageQuery),
          response: { 200: InvitationPage },
        },
      },
      async ({ caller, query }) => invitations.list(caller, query),
    );

    app.delete(
      '/workspaces/:id/invitations/:invitationId',
      {
        config,
        schema: {
          operationId: 'withdrawInvitation',
          summary: 'Withdraw an invitation',
          tags,
          params: Type.Object({ id: Type.String(), invitationId: Type.String() }),
          response: { 204: Type.Null({ description: 'Done' }), ...problems(404) },
        },
      },
      async ({ caller, params: { invitationId } }, reply) => {
        await invitations.withdraw(caller, invitationId);
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/auth/invitations/accept',
      {
        config: { auth: 'user' },
        schema: {
          operationId: 'acceptInvitation',
          summary: 'Join the workspace that you were invited to',
          description:
            'Your account must have the address the invitation was sent to, which counts as verified from then on.',
          tags: ['auth'],
          body: AcceptInvitation,
          response: { 200: AcceptedInvitation },
        },
      },
      async ({ caller, body }) => invitations.accept(caller, body.token),
    );
  };
