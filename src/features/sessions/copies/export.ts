import type { Caller } from '../../../http/authentication.ts';
import { type Clock, iso } from '../../../kernel/clock.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { MessageRow } from '../messages.store.ts';
import type { Session } from '../sessions.schema.ts';
import type { SessionStore } from '../sessions.store.ts';
import { shownMessage, shownSession } from '../shown.ts';
import type { CopyStore } from './copies.store.ts';
import { inMarkdown, markdownHead } from './markdown.ts';

type Deps = { sessions: Pick<SessionStore, 'find'>; store: Pick<CopyStore, 'messagesAfter'>; clock: Clock };

const portion = 200;

/** A whole conversation as a text, in portions. */
export function createSessionExport({ sessions, store, clock }: Deps) {
  async function* rowsOf({ id }: Session): AsyncGenerator<MessageRow> {
    for (let after = 0; ; ) {
      const rows = await store.messagesAfter(id, after, portion);
      yield* rows;
      if (rows.length < portion) return;
      after = rows.at(-1)?.seq ?? after;
    }
  }

  async function* markdown(session: Session): AsyncGenerator<string> {
    yield markdownHead(session);
    for await (const row of rowsOf(session)) yield inMarkdown(shownMessage(row));
  }

  async function* json(session: Session): AsyncGenerator<string> {
    yield `${JSON.stringify({ session, exportedAt: iso(clock.now()) }).slice(0, -1)},"messages":[`;
    let separator = '';
    for await (const row of rowsOf(session)) {
      yield separator + JSON.stringify(shownMessage(row));
      separator = ',';
    }
    yield ']}';
  }

  return async function exportSession(caller: Caller, id: string, format: 'markdown' | 'json') {
    const row = await sessions.find(caller, id);
    if (!row) throw notFound(`Session ${id}`);
    return (format === 'json' ? json : markdown)(shownSession(row));
  };
}

export type ExportSession = ReturnType<typeof createSessionExport>;
