import { setTimeout as sleep } from 'node:timers/promises';
import { type EventStream, openEventStream } from '../../harness/event-stream-client.ts';
import type { Said } from '../journal.ts';
import type { GatewayNode } from '../nodes.ts';
import { anyNode, anySurface, anyTenant, echoOf, type Loader, newText } from './loader.ts';

const silenceMs = 10_000;

type Seen = { seq: number; text: string; ends: number };

async function open(
  node: GatewayNode,
  path: string,
  options: Parameters<typeof openEventStream>[1],
): Promise<EventStream | number | undefined> {
  try {
    const opening = openEventStream(`${node.url}${path}`, options);
    const stream = await Promise.race([opening, sleep(silenceMs, undefined, { ref: false })]);
    if (!stream) return undefined;
    return 'events' in stream ? (stream as EventStream) : stream.status;
  } catch {
    return undefined;
  }
}

/** Reads until the end or until the connection breaks, and records forbidden events: repeats, gaps, two ends. */
async function read(stream: EventStream, said: Said, seen: Seen, complain: (what: string) => void): Promise<void> {
  await Promise.race([stream.ended, sleep(silenceMs, undefined, { ref: false })]);
  stream.leave();
  for (const { event, json } of stream.events) {
    said.runId ??= json.runId;
    said.sessionId ??= json.sessionId;
    said.takenAt ??= Date.now();
    if (json.seq <= seen.seq) complain(`event ${json.seq} of ${json.runId} came after ${seen.seq}`);
    seen.seq = json.seq;
    if (event === 'stream_chunk') seen.text += String(json.delta);
    if (event !== 'stream_done' && event !== 'error') continue;
    seen.ends += 1;
    said.answeredAt = Date.now();
    said.told = event === 'error' ? 'failed' : 'completed';
    if (event === 'stream_done') said.content = String(json.content);
  }
}

/** One turn as a stream; a client whose connection breaks resumes on another node. */
export async function stream(loader: Loader): Promise<void> {
  const { world, random, giveUpAt } = loader;
  const { journal } = world;
  const tenant = anyTenant(loader);
  const text = newText(loader, tenant);
  const said: Said = { text, tenant: tenant.name, door: 'stream', sentAt: Date.now() };
  journal.said.push(said);
  const seen: Seen = { seq: -1, text: '', ends: 0 };
  const complain = (what: string) => journal.violations.push({ oracle: 'streams', what });
  const body = { agentId: tenant.agentId, message: text, surface: anySurface(loader) };
  const first = await open(anyNode(loader), '/agent/chat/stream', { token: tenant.token, body });
  if (typeof first !== 'object') {
    journal.count(first === undefined ? 'no answer' : first >= 500 ? 'answers 5xx' : 'answers 4xx');
    return;
  }
  await read(first, said, seen, complain);
  while (said.runId && seen.ends === 0 && Date.now() < giveUpAt()) {
    await sleep(random.integer(50, 250));
    const lastEventId = `${said.runId}:${Math.max(0, seen.seq)}`;
    const next = await open(anyNode(loader), `/jobs/${said.runId}/stream`, { token: tenant.token, lastEventId });
    if (typeof next !== 'object') {
      if (next === 404) complain(`${said.runId} had been seen and is not there any more`);
      continue;
    }
    journal.count('streams resumed');
    await read(next, said, seen, complain);
  }
  if (seen.ends === 0) return;
  journal.count('streams ended');
  if (seen.ends !== 1) complain(`${said.runId} ended ${seen.ends} times`);
  if (said.told !== 'completed') return;
  if (said.content !== echoOf(text)) complain(`"${text}" was answered "${said.content}"`);
  if (seen.text !== said.content) complain(`${said.runId}: the pieces "${seen.text}" are not "${said.content}"`);
}
