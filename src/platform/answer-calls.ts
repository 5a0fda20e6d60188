import { type MessagePort, parentPort, type Transferable } from 'node:worker_threads';
import type { ThreadReply } from './thread.ts';

/** The other end of `createThread`, inside the thread. `transfer` lists what is moved instead of copied. */
export function answerCalls<Question, Answer>(
  answer: (question: Question) => Promise<{ answer: Answer; transfer?: Transferable[] }>,
): void {
  const port = parentPort as MessagePort;
  let last = Promise.resolve();
  const handle = async (number: number, question: Question) => {
    try {
      const { answer: found, transfer } = await answer(question);
      port.postMessage({ number, answer: found } satisfies ThreadReply, transfer);
    } catch (error) {
      port.postMessage({ number, error: (error as Error).message } satisfies ThreadReply);
    }
  };
  port.on('message', ({ number, question }: { number: number; question: Question }) => {
    last = last.then(() => handle(number, question));
  });
}
