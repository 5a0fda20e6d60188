import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../../http/errors/problem.ts';
import { daysOf, PageOf } from '../../../http/pagination.ts';
import { Type } from '../../../http/validation/type.ts';
import {
  DayEntryParams,
  DayPage,
  DayParams,
  DayQuery,
  DaysQuery,
  Entry,
  NewContent,
  NoteParams,
  NotesQuery,
  OneDay,
  Profile,
  UpdateProfile,
} from './memory.schema.ts';
import type { MemoryService } from './memory.service.ts';
import type { ProfileService } from './profile.service.ts';

const reading = { auth: 'member', permission: 'memory.read' } as const;
const writing = { auth: 'member', permission: 'memory.write' } as const;
const tags = ['memory'];
const done = Type.Null({ description: 'Done' });

type Deps = { memory: MemoryService; profile: ProfileService };

/** Routes of daily entries, notes and the profile. */
export const memoryTierRoutes =
  ({ memory, profile }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/memory/profile',
      {
        config: reading,
        schema: {
          operationId: 'getMemoryOfUser',
          summary: 'Get your profile',
          tags,
          response: { 200: Profile },
        },
      },
      async ({ caller }) => profile.read(caller),
    );

    app.put(
      '/memory/profile',
      {
        config: writing,
        schema: {
          operationId: 'updateMemoryOfUser',
          summary: 'Change fields of your profile',
          description: 'Omitted fields keep their values; `null` removes a field.',
          tags,
          body: UpdateProfile,
          response: { 200: Profile },
        },
      },
      async ({ caller, body }) => profile.merge(caller, body.fields, { kind: 'user' }),
    );

    app.get(
      '/memory/daily',
      {
        config: reading,
        schema: {
          operationId: 'listMemoryDays',
          summary: 'List the entries of the last days',
          tags,
          querystring: DaysQuery,
          response: { 200: DayPage },
        },
      },
      async ({ caller, query }) => memory.lastDays(caller, daysOf(query.days, 7), query.cursor),
    );

    app.post(
      '/memory/daily',
      {
        config: writing,
        schema: {
          operationId: 'addMemoryOfToday',
          summary: 'Add an entry to today',
          tags,
          body: NewContent,
          response: { 201: Entry },
        },
      },
      async ({ caller, body }, reply) => reply.code(201).send(await memory.addToday(caller, body.content)),
    );

    app.get(
      '/memory/daily/:date',
      {
        config: reading,
        schema: {
          operationId: 'getMemoryDay',
          summary: 'List the entries of one day',
          tags,
          params: DayParams,
          querystring: DayQuery,
          response: { 200: OneDay },
        },
      },
      async ({ caller, params, query }) => memory.day(caller, params.date, query.cursor),
    );

    app.delete(
      '/memory/daily/:date/:entryIndex',
      {
        config: writing,
        schema: {
          operationId: 'deleteMemoryOfDay',
          summary: 'Delete an entry of a day; the others keep their indexes',
          tags,
          params: DayEntryParams,
          response: { 204: done, ...problems(404) },
        },
      },
      async ({ caller, params }, reply) => {
        await memory.removeOfDay(caller, params.date, params.entryIndex);
        return reply.code(204).send(null);
      },
    );

    app.get(
      '/memory/notes',
      {
        config: reading,
        schema: {
          operationId: 'listNotes',
          summary: 'List your notes, newest first',
          tags,
          querystring: NotesQuery,
          response: { 200: PageOf(Entry, 'NotePage') },
        },
      },
      async ({ caller, query }) => memory.notes(caller, query),
    );

    app.post(
      '/memory/notes',
      {
        config: writing,
        schema: {
          operationId: 'createNote',
          summary: 'Add a note',
          tags,
          body: NewContent,
          response: { 201: Entry },
        },
      },
      async ({ caller, body }, reply) => reply.code(201).send(await memory.addNote(caller, body.content)),
    );

    app.delete(
      '/memory/notes/:index',
      {
        config: writing,
        schema: {
          operationId: 'deleteNote',
          summary: 'Delete a note; the others keep their indexes',
          tags,
          params: NoteParams,
          response: { 204: done, ...problems(404) },
        },
      },
      async ({ caller, params }, reply) => {
        await memory.removeNote(caller, params.index);
        return reply.code(204).send(null);
      },
    );
  };
