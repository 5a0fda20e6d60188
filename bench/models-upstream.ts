/** The fake model server in a process of its own, so that its CPU is not counted as ours. */
import { startFakeModel } from '../test/harness/fake-model.ts';

const answer = 'The quick brown fox jumps over the lazy dog. '.repeat(8);
const server = await startFakeModel();
server.reply(({ body }) => {
  // Without this the log of requests would grow without limit.
  server.requests.length = 0;
  const paced = body.model === 'paced';
  return { text: answer, chunks: 40, ...(paced && { chunkDelayMs: 2 }) };
});
process.send?.(server.url);
