import type { Database } from '../../platform/db/database.ts';
import type { ApprovalService } from '../approvals/index.ts';
import type { ClientTools, Engine, FollowRun, JobService, MessageReader, Regenerate } from '../runs/index.ts';
import { createUiChatStore } from './ui-chats.store.ts';
import { createUiDoor as createDoor } from './ui-door.service.ts';
import { createUiStream } from './ui-stream.ts';

type Deps = {
  database: Database;
  runs: {
    engine: Engine;
    jobs: JobService;
    followRun: FollowRun;
    untilStopped(): AbortSignal;
    clientTools: ClientTools;
    readMessage: MessageReader;
    regenerate: Regenerate;
  };
  approvals: ApprovalService;
  keepAliveMs: number;
};

/** The door for pages that use the AI SDK's `useChat`. */
export function createUiDoor({ database, runs, approvals, keepAliveMs }: Deps) {
  return {
    door: createDoor({ ...runs, store: createUiChatStore(database), approvals }),
    stream: createUiStream({ ...runs, keepAliveMs }),
    cancel: runs.jobs.cancel,
  };
}
