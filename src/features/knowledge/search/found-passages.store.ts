import type { Database, Engine, SqlValue } from '../../../platform/db/database.ts';

export type FoundPassage = {
  id: string;
  documentId: string;
  collectionId: string;
  title: string;
  heading: string;
  page: number | null;
  start: number;
  end: number;
  content: string;
};

/** Looks up by id first, as memory does: otherwise either planner could read all passages of the collection. */
const givenPassages: Record<Engine, string> = {
  sqlite: 'json_each($2) AS given CROSS JOIN knowledge_passages p ON p.id = given.value',
  postgres: `json_array_elements_text(CAST($2 AS json)) AS given
    CROSS JOIN LATERAL (SELECT * FROM knowledge_passages WHERE id = given.value OFFSET 0) AS p`,
};

const metadataIs: Record<Engine, (name: string, value: string) => string> = {
  sqlite: (name, value) =>
    `EXISTS (SELECT 1 FROM json_each(metadata) AS own WHERE own.key = ${name} AND own.value = ${value})`,
  postgres: (name, value) => `CAST(metadata AS json) ->> ${name} = ${value}`,
};

export type FoundPassageStore = ReturnType<typeof createFoundPassageStore>;

export function createFoundPassageStore(database: Database) {
  return {
    /** Those of the version of their document that is searched now, all as of one moment. */
    read: (workspaceId: string, passageIds: readonly string[]) =>
      database.all<FoundPassage>(
        `SELECT p.id, p.document_id AS "documentId", p.collection_id AS "collectionId", d.title, p.heading, p.page,
                p.start_at AS start, p.end_at AS "end", p.content
         FROM ${givenPassages[database.engine]}
         JOIN knowledge_documents d ON d.id = p.document_id AND d.version_id = p.version_id
         WHERE p.workspace_id = $1`,
        [workspaceId, JSON.stringify(passageIds)],
      ),
    /** The versions that are searched, of documents with these metadata. */
    async versions(
      workspaceId: string,
      collectionId: string,
      metadata: Readonly<Record<string, string>>,
    ): Promise<string[]> {
      const params: SqlValue[] = [workspaceId, collectionId];
      const conditions = Object.entries(metadata).map(([name, value]) => {
        params.push(name, value);
        return metadataIs[database.engine](`$${params.length - 1}`, `$${params.length}`);
      });
      const rows = await database.all<{ version_id: string }>(
        `SELECT version_id FROM knowledge_documents WHERE workspace_id = $1 AND collection_id = $2 AND version_id IS NOT NULL
         ${conditions.map((condition) => `AND ${condition}`).join(' ')}`,
        params,
      );
      return rows.map((row) => row.version_id);
    },
  };
}
