import type { HeldData } from '../../../http/validation/large-bodies.ts';
import { readParts } from '../../../kernel/parts.ts';
import type { Branches } from '../../sessions/index.ts';
import type { ChatReply, ChatService } from '../doors/chat.service.ts';
import type { MessageReader } from '../doors/message-reader.ts';
import type { StartRequest } from '../engine/arrival.ts';
import type { Engine, Started } from '../engine/engine.ts';
import type { RunStore } from '../run.store.ts';
import { type AskedFor, type RunRow, spokenKinds } from '../run.ts';
import type { RegenerateRequest } from './regenerate.schema.ts';

type Deps = {
  branches: Pick<Branches, 'questionOf'>;
  runs: Pick<RunStore, 'findOf'>;
  engine: Engine;
  chat: Pick<ChatService, 'answer'>;
  readMessage: MessageReader;
};
type Asked = Omit<RegenerateRequest, 'stream'> & { held?: HeldData | undefined };

/** The client of the first run is not there to run its tools again. */
function askedBefore(first: RunRow | undefined): AskedFor {
  if (!first?.asked_for) return {};
  const { clientTools: _, ...asked } = JSON.parse(first.asked_for) as AskedFor;
  return asked;
}

/** Answers a question again, or another question in its place, as an ordinary run of the session. */
export function createRegenerate({ branches, runs, engine, chat, readMessage }: Deps) {
  /** What to start. What the request does not ask for is as it was when the question was answered first. */
  async function prepare(
    caller: StartRequest['caller'],
    sessionId: string,
    { messageId, message, held, ...given }: Asked,
  ): Promise<Pick<StartRequest, 'caller' | 'sessionId' | 'message' | 'parts' | 'again' | keyof AskedFor>> {
    const question = await branches.questionOf(caller, sessionId, messageId);
    const { workspaceId, userId } = caller;
    const first = question.runId === null ? undefined : await runs.findOf(workspaceId, userId, question.runId);
    const start = { caller, sessionId, ...askedBefore(first), ...given };
    if (message !== undefined) {
      const mayStart = () => engine.mayStart({ ...start, kind: 'chat', streams: false });
      const read =
        typeof message === 'string' ? { message } : await readMessage(caller, { message, held }, { mayStart });
      return { ...start, ...read, again: { after: question.before, captures: true } };
    }
    const spoken = first && (spokenKinds as readonly string[]).includes(first.kind) && question.meta === null;
    return {
      ...start,
      message: question.content,
      parts: readParts(question.parts),
      again: {
        after: question.seq,
        question: { id: question.id, runId: question.runId },
        captures: spoken === true && first?.status !== 'completed',
      },
    };
  }

  return {
    prepare,
    start: async (
      caller: StartRequest['caller'],
      sessionId: string,
      asked: Asked,
      how: Pick<StartRequest, 'kind' | 'streams' | 'trace'>,
    ): Promise<Started> => engine.start({ ...(await prepare(caller, sessionId, asked)), ...how }),
    answer: (started: Started): Promise<ChatReply> => chat.answer(started),
  };
}

export type Regenerate = ReturnType<typeof createRegenerate>;
