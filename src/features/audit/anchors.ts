import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, dayMs } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database, Reader } from '../../platform/db/database.ts';
import type { Sealer } from './seal.ts';

/** Where the log ended at some time, under the gateway's seal. */
type Anchor = { seq: number; digest: string; at: number; seal: string };

type Deps = {
  database: Database;
  sealer: Sealer;
  clock: Clock;
  log: Log;
  /** Where a copy is kept that no one reaches through the database; undefined where the gateway has no folder of its own. */
  folder: string | undefined;
};

const everyMs = 600_000;
const keptMs = 400 * dayMs;
const fileName = 'audit-anchor.json';

const textOf = ({ seq, digest, at }: Omit<Anchor, 'seal'>): string => JSON.stringify(['anchor', seq, digest, at]);

/**
 * Every ten minutes, at the start and at the stop the end of the audit log is written down elsewhere: in a table of its own,
 * in the gateway's output, and in a file of its folder. A log that was cut short or written anew does not fit what stands
 * there, also when no gateway ran while it was done.
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

  /** The furthest of each place, as far as it can be believed. */
  async function furthest(): Promise<Anchor[]> {
    const found = [await inTable(), await inFile(), last];
    return found.filter((anchor) => anchor !== undefined && isGenuine(anchor)) as Anchor[];
  }

  /** One that the log contradicts: it was cut short since, or written anew. */
  async function contradicted(reader: Reader = database): Promise<Anchor | undefined> {
    for (const anchor of await furthest()) {
      const row = await reader.get<{ digest: string }>('SELECT digest FROM audit_log WHERE seq = $1', [anchor.seq]);
      if (row?.digest !== anchor.digest) return anchor;
    }
    return undefined;
  }

  const inTable = () =>
    database.get<Anchor>('SELECT seq, digest, at, seal FROM audit_anchors ORDER BY seq DESC LIMIT 1');

  async function writeFileFor(anchor: Anchor): Promise<void> {
    if (!path || !folder) return;
    await mkdir(folder, { recursive: true });
    // Whole or not at all.
    await writeFile(`${path}.new`, `${JSON.stringify(anchor)}\n`, { mode: 0o600 });
    await rename(`${path}.new`, path);
  }

  async function anchorNow(): Promise<void> {
    const head = await database.get<{ seq: number; digest: string }>('SELECT seq, digest FROM audit_head WHERE id = 1');
    if (!head || head.seq === 0 || head.seq === last?.seq) return;
    const misfit = await contradicted();
    // What is proof of it is not written over.
    if (misfit) return log.error({ seq: misfit.seq }, 'the audit log is not the one that was anchored');
    const at = clock.now();
    const anchor = { ...head, at, seal: sealer.seal(textOf({ ...head, at })) };
    await database.run(
      'INSERT INTO audit_anchors (seq, digest, at, seal) VALUES ($1, $2, $3, $4) ON CONFLICT (seq) DO NOTHING',
      [anchor.seq, anchor.digest, anchor.at, anchor.seal],
    );
    await database.run('DELETE FROM audit_anchors WHERE at < $1', [at - keptMs]);
    log.info({ seq: anchor.seq, digest: anchor.digest, seal: anchor.seal }, 'the audit log is anchored');
    await writeFileFor(anchor);
    last = anchor;
  }

  const tried = () => anchorNow().catch((error) => log.warn({ err: error }, 'the audit log could not be anchored'));

  return {
    anchorNow,
    contradicted,
    /** How far the log has been written down elsewhere. */
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
