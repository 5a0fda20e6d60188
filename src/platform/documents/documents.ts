import type { Log } from '../../kernel/log.ts';
import { createFairThreads } from '../fair-threads.ts';

export type DocumentKind = 'pdf' | 'docx';
export type DocumentQuestion = { kind: DocumentKind; bytes: Uint8Array; maxPages: number; longest: number };
/** `pages`: of the whole document; undefined where a format has none. `cut`: the text is not the whole text. */
export type DocumentText = { text: string; pages?: number; cut: boolean };
export type DocumentFailure = 'late' | 'busy' | 'unreadable' | 'stopped';

/** As much text as a large model reads at once (characters). */
const longestText = 400_000;
const timeoutMs = 20_000;
export const defaultDocumentPages = 200;
/** Kept texts, so that a conversation about a document reads it once (characters of all together). */
const mostKept = 8_000_000;
const mostDocuments = 2_000;

/** Not about the document. */
const passing: ReadonlySet<DocumentFailure> = new Set(['busy', 'stopped']);

type Outcome = DocumentText | { failed: DocumentFailure };
const lengthOf = (outcome: Outcome): number => ('text' in outcome ? outcome.text.length : 0);

type Deps = { log: Log; maxPages: number };

/**
 * The text of PDF and DOCX files, read in threads with limits of time and memory: both formats can be made to unpack to
 * many times their size.
 */
export function createDocuments({ log, maxPages }: Deps) {
  const threads = createFairThreads<DocumentQuestion, DocumentText>({
    name: 'documents',
    file: new URL('./documents.worker.ts', import.meta.url),
    limits: { maxOldGenerationSizeMb: 256 },
    timeoutMs,
    warmUp: { kind: 'pdf', bytes: new Uint8Array(), maxPages: 0, longest: 0 },
    // Each question that waits holds a file.
    mostWaiting: 8,
    log,
  });
  const kept = new Map<string, Outcome>();
  let keptLength = 0;

  /** Failures too: a document that takes too long must not take it again at every turn. */
  function keep(fileId: string, found: Outcome): void {
    if (kept.has(fileId)) return;
    kept.set(fileId, found);
    keptLength += lengthOf(found);
    for (const [oldest, outcome] of kept) {
      if (keptLength <= mostKept && kept.size <= mostDocuments) break;
      kept.delete(oldest);
      keptLength -= lengthOf(outcome);
    }
  }

  return {
    longestText,
    async read(
      workspaceId: string,
      { fileId, kind }: { fileId: string; kind: DocumentKind },
      load: (fileId: string) => Promise<Buffer>,
    ): Promise<Outcome> {
      const known = kept.get(fileId);
      if (known) return known;
      const bytes = await load(fileId);
      const outcome = await threads.ask(workspaceId, { kind, bytes, maxPages, longest: longestText });
      const found: Outcome =
        'answer' in outcome ? outcome.answer : { failed: outcome.failed === 'broken' ? 'unreadable' : outcome.failed };
      if (!('failed' in found && passing.has(found.failed))) keep(fileId, found);
      return found;
    },
    maxPages,
    timeoutMs,
    stop: threads.stop,
  };
}

export type Documents = ReturnType<typeof createDocuments>;
