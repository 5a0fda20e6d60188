import type { Role } from '#sentence-encoder';
import type { Found, SearchBeside } from '../search/search-index.ts';
import type { Thread } from '../thread.ts';

/**
 * The size of a batch. A question waits for the batch under way, so background batches are small: about 8 ms for a
 * sentence, 50 ms for a full batch, 240 ms for one text of 2,000 letters or more.
 */
const backgroundLetters = 400;
const backgroundTexts = 6;
const urgentTexts = 16;

/** `searches`: one for each text, if its vector is only needed for that. */
export type TextsToEmbed = { texts: string[]; as: Role | undefined; searches: (SearchBeside | undefined)[] };
export type Embedded = Float32Array | Found;

type Call = {
  texts: readonly string[];
  urgent: boolean;
  as: Role | undefined;
  search: SearchBeside | undefined;
  answers: Embedded[];
  /** Resolves or rejects the call. */
  settle(outcome: { error: unknown } | 'done'): void;
};

export type Asked = Pick<Call, 'texts' | 'urgent' | 'as' | 'search'> & { signal: AbortSignal | undefined };

/** Gives the texts of all calls to a model's thread, a batch at a time. */
export function createBatches(thread: Pick<Thread<TextsToEmbed, Embedded[]>, 'ask'>) {
  /** Not a Set (work/registry.ts). */
  const calls: Call[] = [];
  let isRunning = false;

  function remove(call: Call): boolean {
    const place = calls.indexOf(call);
    if (place >= 0) calls.splice(place, 1);
    return place >= 0;
  }

  /** The next texts of waiting calls: urgent calls first, and never questions and statements together. */
  function nextBatch(): { call: Call; text: string }[] {
    const urgent = calls.some((call) => call.urgent);
    const as = calls.find((call) => call.urgent === urgent)?.as;
    const batch: { call: Call; text: string }[] = [];
    let letters = 0;
    for (const call of calls) {
      if (call.urgent !== urgent || call.as !== as) continue;
      for (const text of call.texts.slice(call.answers.length)) {
        const isFull = urgent
          ? batch.length >= urgentTexts
          : batch.length >= backgroundTexts || letters + text.length > backgroundLetters;
        if (batch.length > 0 && isFull) return batch;
        letters += text.length;
        batch.push({ call, text });
      }
    }
    return batch;
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (calls.length > 0) {
      const batch = nextBatch();
      try {
        const texts = batch.map(({ text }) => text);
        const searches = batch.map(({ call }) => call.search);
        const answers = await thread.ask({ texts, as: batch[0]?.call.as, searches });
        for (const [index, { call }] of batch.entries()) call.answers.push(answers[index] ?? new Float32Array());
      } catch (error) {
        for (const { call } of batch) call.settle({ error });
      }
      for (const { call } of batch) if (call.answers.length === call.texts.length) call.settle('done');
      // A call with many texts goes to the end of the queue, so that calls with few texts do not wait for it.
      for (const call of new Set(batch.map((one) => one.call))) if (remove(call)) calls.push(call);
    }
    isRunning = false;
  }

  return function ask({ signal, ...asked }: Asked): Promise<Embedded[]> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      if (asked.texts.length === 0) return resolve([]);
      const onAbort = () => call.settle({ error: signal?.reason });
      const call: Call = {
        ...asked,
        answers: [],
        settle(outcome) {
          if (!remove(call)) return;
          signal?.removeEventListener('abort', onAbort);
          if (outcome === 'done') resolve(call.answers);
          else reject(outcome.error);
        },
      };
      calls.push(call);
      signal?.addEventListener('abort', onAbort);
      if (!isRunning) void run();
    });
  };
}
