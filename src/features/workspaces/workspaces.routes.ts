import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { daysOf, PageOf } from '../../http/pagination.ts';
import { Type } from '../../http/validation/type.ts';
import { invalidField } from '../../kernel/errors.ts';
import type { Person } from '../../kernel/person.ts';
import type { GrantService } from './grants.service.ts';
import type { MemberService } from './members.service.ts';
import type { createStatistics } from './statistics.ts';
import {
  AddMember,
  CreateGrant,
  CreateWorkspace,
  EraseWorkspace,
  Grant,
  GrantReference,
  Member,
  PageOnly,
  Statistics,
  StatisticsQuery,
  UpdateRestrictions,
  UpdateSettings,
  Workspace,
  WorkspaceDetails,
} from './workspaces.schema.ts';
import type { WorkspaceService } from './workspaces.service.ts';

type Deps = {
  workspaces: WorkspaceService;
  members: MemberService;
  grants: GrantService;
  statistics: ReturnType<typeof createStatistics>;
  eraseWorkspace(person: Person, name: string): Promise<void>;
};

const tags = ['workspaces'];
const params = Type.Object({ id: Type.String() });
const Empty = Type.Null({ description: 'Done' });
const auth = 'workspace' as const;

export const workspaceRoutes =
  ({ workspaces, members, grants, statistics, eraseWorkspace }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/workspaces',
      {
        config: { auth: 'user' },
        schema: {
          operationId: 'createWorkspace',
          summary: 'Create a workspace',
          tags,
          body: CreateWorkspace,
          response: { 201: Workspace },
        },
      },
      async ({ caller, body }, reply) => reply.code(201).send(await workspaces.create(caller.userId, body.name)),
    );

    app.get(
      '/workspaces',
      {
        config: { auth: 'user', keys: true },
        schema: {
          operationId: 'listWorkspaces',
          summary: 'List your workspaces',
          tags,
          querystring: PageOnly,
          response: { 200: PageOf(Workspace, 'WorkspacePage') },
        },
      },
      async ({ caller, query }) => workspaces.list(caller, query),
    );

    app.get(
      '/workspaces/:id',
      {
        config: { auth, permission: 'workspace.read' },
        schema: {
          operationId: 'getWorkspace',
          summary: 'Get a workspace and its members',
          tags,
          params,
          response: { 200: WorkspaceDetails },
        },
      },
      async ({ caller }) => workspaces.get(caller),
    );

    app.put(
      '/workspaces/:id/settings',
      {
        config: { auth, permission: 'workspace.settings' },
        schema: {
          operationId: 'updateWorkspaceSettings',
          summary: 'Change name, default agent or budget',
          tags,
          params,
          body: UpdateSettings,
          response: { 200: Workspace },
        },
      },
      async ({ caller, body }) => workspaces.updateSettings(caller, body),
    );

    app.put(
      '/workspaces/:id/restrictions',
      {
        config: { auth, permission: 'workspace.restrictions' },
        schema: {
          operationId: 'updateWorkspaceRestrictions',
          summary: 'Set the providers and models that may be used',
          tags,
          params,
          body: UpdateRestrictions,
          response: { 200: Workspace },
        },
      },
      async ({ caller, body }) => {
        // The validator reads a missing body as null, which would remove every restriction.
        if (body === undefined) throw invalidField('body', 'is required; null removes all restrictions');
        return workspaces.updateRestrictions(caller, body);
      },
    );

    app.get(
      '/workspaces/:id/stats',
      {
        config: { auth, permission: 'workspace.read' },
        schema: {
          operationId: 'getWorkspaceStatistics',
          summary: 'Get the usage of the last days',
          tags,
          params,
          querystring: StatisticsQuery,
          response: { 200: Statistics },
        },
      },
      async ({ caller, query }) => statistics.of(caller.workspaceId, daysOf(query.days, 30)),
    );

    app.delete(
      '/workspaces/:id',
      {
        config: { auth, permission: 'workspace.erase' },
        schema: {
          operationId: 'eraseWorkspace',
          summary: 'Erase a workspace and everything in it',
          description:
            'The body repeats the name. What runs there ends, its keys and sockets with it; its members keep their accounts. A personal workspace goes with its account.',
          tags,
          params,
          body: EraseWorkspace,
          response: { 204: Empty, ...problems(409) },
        },
      },
      async ({ caller, body }, reply) => {
        await eraseWorkspace(caller, body.name);
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/workspaces/:id/members',
      {
        config: { auth, permission: 'workspace.members' },
        schema: {
          operationId: 'addMember',
          summary: 'Add a member or change a role',
          tags,
          params,
          body: AddMember,
          response: { 200: Member, 201: Member, ...problems(404, 409) },
        },
      },
      async ({ caller, body }, reply) => {
        const { member, created } = await members.put(caller, body);
        return reply.code(created ? 201 : 200).send(member);
      },
    );

    app.post(
      '/workspaces/:id/members/accept',
      {
        config: { auth, permission: 'workspace.accept' },
        schema: {
          operationId: 'acceptRole',
          summary: 'Accept the role that you were offered',
          tags,
          params,
          response: { 200: Member, ...problems(409) },
        },
      },
      async ({ caller }) => members.accept(caller),
    );

    app.delete(
      '/workspaces/:id/members/:uid',
      {
        config: { auth, permission: 'workspace.leave' },
        schema: {
          operationId: 'removeMember',
          summary: 'Remove a member, or leave',
          tags,
          params: Type.Object({ id: Type.String(), uid: Type.String() }),
          response: { 204: Empty, ...problems(404, 409) },
        },
      },
      async ({ caller, params }, reply) => {
        await members.remove(caller, params.uid);
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/workspaces/:id/grants',
      {
        config: { auth, permission: 'workspace.grants' },
        schema: {
          operationId: 'createGrant',
          summary: 'Grant an agent to another workspace',
          tags,
          params,
          body: CreateGrant,
          response: { 201: Grant, ...problems(404) },
        },
      },
      async ({ caller, body }, reply) => reply.code(201).send(await grants.create(caller, body)),
    );

    app.get(
      '/workspaces/:id/grants',
      {
        config: { auth, permission: 'workspace.grants' },
        schema: {
          operationId: 'listGrants',
          summary: 'List the grants of your agents',
          tags,
          params,
          querystring: PageOnly,
          response: { 200: PageOf(Grant, 'GrantPage') },
        },
      },
      async ({ caller, query }) => grants.list(caller, query),
    );

    app.delete(
      '/workspaces/:id/grants',
      {
        config: { auth, permission: 'workspace.grants' },
        schema: {
          operationId: 'deleteGrant',
          summary: 'Revoke a grant, named in the body or in the query',
          tags,
          params,
          querystring: Type.Partial(GrantReference),
          body: Type.Optional(Type.Union([Type.Partial(GrantReference), Type.Null()])),
          response: { 204: Empty, ...problems(404) },
        },
      },
      async ({ caller, body, query }, reply) => {
        const { agentId, workspaceId } = { ...query, ...body };
        if (!agentId) throw invalidField('agentId', 'is required');
        if (!workspaceId) throw invalidField('workspaceId', 'is required');
        await grants.delete(caller, { agentId, workspaceId });
        return reply.code(204).send(null);
      },
    );
  };
