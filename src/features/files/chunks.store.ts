import type { Database, Engine, Transaction } from '../../platform/db/database.ts';

export type Chunk = { position: number; bytes: Uint8Array };
export type ChunkStore = ReturnType<typeof createChunkStore>;

/** In a SELECT the engines need different words for bytes. */
const bytesOf: Record<Engine, string> = { sqlite: '$3', postgres: 'CAST($3 AS BYTEA)' };

/** The bytes of files. Whose they are is asked of the files. */
export function createChunkStore(database: Database) {
  const insert = `INSERT INTO file_chunks (file_id, position, bytes)
    SELECT id, CAST($2 AS BIGINT), ${bytesOf[database.engine]} FROM files WHERE id = $1 AND state <> 'gone' FOR UPDATE`;
  return {
    /** False when the file was deleted meanwhile. */
    add: async (fileId: string, position: number, bytes: Uint8Array, tx?: Transaction): Promise<boolean> =>
      (await (tx ?? database).run(insert, [fileId, position, bytes])).changes === 1,
    /** The one with the byte at this place. */
    at: (fileId: string, place: number) =>
      database.get<Chunk>(
        'SELECT position, bytes FROM file_chunks WHERE file_id = $1 AND position <= $2 ORDER BY position DESC LIMIT 1',
        [fileId, place],
      ),
    /** Up to so many of a file; how many. */
    delete: async (fileId: string, limit: number): Promise<number> =>
      (
        await database.run(
          `DELETE FROM file_chunks WHERE file_id = $1 AND position IN
             (SELECT position FROM file_chunks WHERE file_id = $1 ORDER BY position LIMIT $2)`,
          [fileId, limit],
        )
      ).changes,
  };
}
