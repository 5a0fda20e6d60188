import type { Database } from '../../platform/db/database.ts';
import type { ApprovalService } from '../approvals/index.ts';
import type { ClientTools, Engine, FollowRun, JobService, MessageReader } from '../runs/index.ts';
import { createAgUiDoor as createDoor } from './ag-ui-door.service.ts';
import { createAgUiStream } from './ag-ui-stream.ts';
import { createThreadStore } from './threads.store.ts';

type Deps = {
  database: Database;
  runs: {
    engine: Engine;
    jobs: JobService;
    followRun: FollowRun;
    untilStopped(): AbortSignal;
    clientTools: ClientTools;
    readMessage: MessageReader;
  };
  approvals: ApprovalService;
  keepAliveMs: number;
};

/** The door for AG-UI's clients. */
export const createAgUiDoor = ({ database, runs, approvals, keepAliveMs }: Deps) => ({
  open: createDoor({ ...runs, threads: createThreadStore(database), approvals }),
  stream: createAgUiStream({ ...runs, keepAliveMs }),
});
