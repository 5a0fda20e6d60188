import type { Database } from '../../platform/db/database.ts';
import type { DiagnosticReport } from './diagnostics.schema.ts';

const kept = 10;

export function createDiagnosticsStore(database: Database) {
  return {
    async add(reports: readonly DiagnosticReport[]): Promise<void> {
      await database.transaction(async (tx) => {
        for (const report of reports)
          await tx.run(
            'INSERT INTO diagnostics_reports (id, started_at, report) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING',
            [report.id, Date.parse(report.startedAt), JSON.stringify(report)],
          );
        await tx.run(
          `DELETE FROM diagnostics_reports WHERE id NOT IN
             (SELECT id FROM diagnostics_reports ORDER BY started_at DESC, id DESC LIMIT ${kept})`,
        );
      });
    },
    async newest(): Promise<DiagnosticReport[]> {
      const rows = await database.all<{ report: string }>(
        `SELECT report FROM diagnostics_reports ORDER BY started_at DESC, id DESC LIMIT ${kept}`,
      );
      return rows.map(({ report }) => JSON.parse(report) as DiagnosticReport);
    },
  };
}

export type DiagnosticsStore = ReturnType<typeof createDiagnosticsStore>;
