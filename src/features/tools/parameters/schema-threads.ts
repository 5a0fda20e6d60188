import type { FieldError } from '../../../http/errors/field-errors.ts';
import type { Log } from '../../../kernel/log.ts';
import { createFairThreads } from '../../../platform/fair-threads.ts';

/** Both as JSON: text crosses to a thread at next to no cost. Without `params` only the schema is looked at. */
export type SchemaQuestion = { schema: string; params?: string };
/** `late`: it took the time it may take, and would again. */
export type SchemaAnswer = { problems: FieldError[] } | { params: string } | { unusable: string; late: boolean };

const unusable: Record<'late' | 'busy' | 'broken' | 'stopped', SchemaAnswer> = {
  late: { unusable: 'took too long', late: true },
  broken: { unusable: 'could not be checked', late: true },
  busy: { unusable: 'could not be checked: too many wait already', late: false },
  stopped: { unusable: 'could not be checked: the gateway stops', late: false },
};

/** Schemas from users and servers are programs that strangers wrote: they are compiled and run in threads. */
export function createSchemaThreads({ log }: { log: Log }) {
  const threads = createFairThreads<SchemaQuestion, SchemaAnswer>({
    name: 'schemas',
    file: new URL('./schema.worker.ts', import.meta.url),
    limits: { maxOldGenerationSizeMb: 128 },
    // More than the thread takes by its own clock.
    timeoutMs: 10_000,
    warmUp: { schema: '{"type":"object"}' },
    log,
  });
  return {
    async ask(workspaceId: string, question: SchemaQuestion): Promise<SchemaAnswer> {
      const outcome = await threads.ask(workspaceId, question);
      return 'answer' in outcome ? outcome.answer : unusable[outcome.failed];
    },
    stop: threads.stop,
  };
}
