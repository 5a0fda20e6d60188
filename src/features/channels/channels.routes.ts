import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { payloadOf, readWhole } from '../../http/hmac-rules.ts';
import { PageOf } from '../../http/pagination.ts';
import { Type } from '../../http/validation/type.ts';
import { AcceptVersion } from '../agents/index.ts';
import {
  Channel,
  ChannelQuery,
  CreateChannel,
  CreatedChannel,
  InboundAccepted,
  InboundAnswer,
  InboundMessage,
  UpdateChannel,
} from './channels.schema.ts';
import type { ChannelService } from './channels.service.ts';
import type { Inbound, Verified } from './inbound.service.ts';

declare module 'fastify' {
  interface FastifyRequest {
    verified: Verified;
  }
}

type Deps = { channels: ChannelService; inbound: Inbound };

const reading = { auth: 'member', permission: 'channels.read' } as const;
const writing = { auth: 'member', permission: 'channels.write' } as const;
const tags = ['channels'];
const params = Type.Object({ id: Type.String({ examples: ['chn_01jd3v9k4m8q2w5x7y0z1a2b3c'] }) });

export const channelRoutes =
  ({ channels, inbound }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.decorateRequest('verified');

    app.get(
      '/channels',
      {
        config: reading,
        schema: {
          operationId: 'listChannels',
          summary: 'List the channels of the workspace',
          tags,
          querystring: ChannelQuery,
          response: { 200: PageOf(Channel, 'ChannelPage') },
        },
      },
      async ({ caller, query }) => channels.list(caller, query),
    );

    app.post(
      '/channels',
      {
        config: writing,
        schema: {
          operationId: 'createChannel',
          summary: 'Create a channel that receives signed messages',
          description: 'The answer is the only one that shows the secret.',
          tags,
          body: CreateChannel,
          response: { 201: CreatedChannel, ...problems(404, 409, 502) },
        },
      },
      async ({ caller, body }, reply) => reply.code(201).send(await channels.create(caller, body)),
    );

    app.get(
      '/channels/:id',
      {
        config: reading,
        schema: {
          operationId: 'getChannel',
          summary: 'Get a channel',
          tags,
          params,
          response: { 200: Channel, ...problems(404) },
        },
      },
      async ({ caller, params }) => channels.get(caller, params.id),
    );

    app.put(
      '/channels/:id',
      {
        config: writing,
        schema: {
          operationId: 'updateChannel',
          summary: 'Change a channel',
          tags,
          params,
          body: UpdateChannel,
          response: { 200: Channel, ...problems(404, 502) },
        },
      },
      async ({ caller, params, body }) => channels.update(caller, params.id, body),
    );

    app.post(
      '/channels/:id/accept',
      {
        config: writing,
        schema: {
          operationId: 'acceptChannelVersion',
          summary: 'Accept a version of its agent',
          description: 'By the owner of the channel or a manager. From then on that version answers.',
          tags,
          params,
          body: AcceptVersion,
          response: { 200: Channel, ...problems(404, 409) },
        },
      },
      async ({ caller, params, body }) => channels.accept(caller, params.id, body.version),
    );

    app.delete(
      '/channels/:id',
      {
        config: writing,
        schema: {
          operationId: 'deleteChannel',
          summary: 'Delete a channel with its senders, their sessions and their memory',
          tags,
          params,
          response: { 204: Type.Null({ description: 'Done' }), ...problems(404) },
        },
      },
      async ({ caller, params }, reply) => {
        await channels.delete(caller, params.id);
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/channels/:id/inbound',
      {
        config: { auth: 'signature', largeBody: true },
        // Before the body is parsed: only a sender with the secret learns what is wrong with the body.
        async preParsing(request, _reply, payload) {
          const rawBody = await readWhole(payload, request.routeOptions.bodyLimit);
          const { id } = request.params as { id: string };
          request.verified = await inbound.verify(id, request.headers, rawBody);
          return payloadOf(rawBody);
        },
        schema: {
          operationId: 'receiveMessage',
          summary: 'Receive a message for the agent of the channel',
          description:
            'Needs no token but a signature by the channel’s secret. The same message again, within ten minutes, gets the answer of the first.',
          tags,
          params,
          body: InboundMessage,
          response: { 200: InboundAnswer, 202: InboundAccepted, ...problems(403, 404, 409, 502, 504) },
        },
      },
      async ({ verified, body, headers, held }, reply) => {
        const { status, body: answer, replayed } = await inbound.receive(verified, body, headers, held);
        if (replayed) reply.header('idempotent-replayed', 'true');
        return status === 200 ? reply.code(200).send(answer) : reply.code(202).send(answer);
      },
    );
  };
