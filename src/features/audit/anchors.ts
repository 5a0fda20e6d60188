import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, dayMs } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database, Reader } from '../../platform/db/database.ts';
import { type Anchor, auditRows } from './audit.store.ts';
import { readBeginning } from './beginning.ts';
import type { Sealer } from './seal.ts';

type Deps = {
  database: Database;
  sealer: Sealer;
  clock: Clock;
  log: Log;
  /** The folder for a copy outside the database; undefined where the gateway has no folder. */
  folder: string | undefined;
};

const everyMs = 600_000;
const keptMs = 400 * dayMs;
const fileName = 'audit-anchor.json';

const textOf = ({ seq, digest, at }: Omit<Anchor, 'seal'>): string => JSON.stringify(['anchor', seq, digest, at]);

/**
 * Every ten minutes, at the start and at the stop, the end of the audit log is written to a table of its own, to the
 * gateway's output, and to a file in its folder. A log that was cut short or rewritten does not match these anchors, even
 * when no gateway was running at the time.
 */
export function createAnchors({ database, sealer, clock, log, folder }: Deps) {
  const path = folder === undefined ? undefined : join(folder, fileName);
  let last: Anchor | undefined;
  let timer: NodeJS.Timeout | undefined;

  const isGenuine = (anchor: Anchor) => sealer.check(textOf(anchor), anchor.seal) === 'genuine';

  async function inFile(): Promise<Anchor | undefined> {
    if (!path) return undefined;
    try {
      return JSON.parse(await readFile(path, 'utf8')) as Anchor;
    } catch {
      return undefined;
    }
  }

  /** The last anchor of each place whose seal is genuine. */
  async function furthest(): Promise<Anchor[]> {
    const found = [await auditRows.lastAnchor(database), await inFile(), last];
    return found.filter((anchor) => anchor !== undefined && isGenuine(anchor)) as Anchor[];
  }

  /** An anchor that the log contradicts: the log was cut short or rewritten since. */
  async function contradicted(reader: Reader = database): Promise<Anchor | undefined> {
    const begins = await readBeginning(reader, sealer);
    for (const anchor of await furthest()) {
      // Deleted for its age, and checked before that.
      if (begins.genuine && anchor.seq < begins.seq) continue;
      const digest = anchor.seq === begins.seq ? begins.digest : await auditRows.digestAt(reader, anchor.seq);
      if (digest !== anchor.digest) return anchor;
    }
    return undefined;
  }

  async function writeFileFor(anchor: Anchor): Promise<void> {
    if (!path || !folder) return;
    await mkdir(folder, { recursive: true });
    // Written to another name first: a reader sees the whole file or the old one.
    await writeFile(`${path}.new`, `${JSON.stringify(anchor)}\n`, { mode: 0o600 });
    await rename(`${path}.new`, path);
  }

  async function anchorNow(): Promise<void> {
    const head = await auditRows.head(database);
    if (!head || head.seq === 0 || head.seq === last?.seq) return;
    const misfit = await contradicted();
    // The old anchor is the proof of the change, so it is not overwritten.
    if (misfit) return log.error({ seq: misfit.seq }, 'the audit log is not the one that was anchored');
    const at = clock.now();
    const anchor = { ...head, at, seal: sealer.seal(textOf({ ...head, at })) };
    await auditRows.insertAnchor(database, anchor);
    await auditRows.forgetAnchorsBefore(database, at - keptMs);
    log.info({ seq: anchor.seq, digest: anchor.digest, seal: anchor.seal }, 'the audit log is anchored');
    await writeFileFor(anchor);
    last = anchor;
  }

  const tried = () => anchorNow().catch((error) => log.warn({ err: error }, 'the audit log could not be anchored'));

  return {
    anchorNow,
    contradicted,
    /** Up to which entry the log is anchored. */
    reach: async (): Promise<number> => Math.max(0, ...(await furthest()).map(({ seq }) => seq)),
    async start(): Promise<void> {
      timer ??= setInterval(() => void tried(), everyMs).unref();
      await tried();
    },
    async stop(): Promise<void> {
      if (timer === undefined) return;
      clearInterval(timer);
      timer = undefined;
      await tried();
    },
  };
}

export type Anchors = ReturnType<typeof createAnchors>;
