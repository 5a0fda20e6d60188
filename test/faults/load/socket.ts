import { setTimeout as sleep } from 'node:timers/promises';
import { openSocket } from '../../harness/socket-client.ts';
import type { Said } from '../journal.ts';
import type { GatewayNode } from '../nodes.ts';
import type { Tenant } from '../tenants.ts';
import { anyNode, anyTenant, echoOf, type Loader, newText } from './loader.ts';

const silenceMs = 8_000;
type Socket = Awaited<ReturnType<typeof openSocket>>;

async function connect(node: GatewayNode, { token }: Tenant): Promise<Socket | undefined> {
  const opening = openSocket(node.url, { token, handshakeTimeout: 5_000 });
  return opening.catch(() => undefined);
}

const isEnd = ({ type }: { type: string }) => type === 'stream_done' || type === 'error';

/** Sends one message; returns whether the socket is still usable. */
async function say(socket: Socket, tenant: Tenant, text: string, loader: Loader): Promise<boolean> {
  const { journal } = loader.world;
  const said: Said = { text, tenant: tenant.name, door: 'socket', sentAt: Date.now() };
  journal.said.push(said);
  const from = socket.frames.length;
  // A new session for each message: waiting turns are tested elsewhere.
  const surface = `w${journal.newNumber()}`;
  socket.send({ type: 'message', agentId: tenant.agentId, message: text, surface });
  const isNew = (frame: Socket['frames'][number]) => socket.frames.indexOf(frame) >= from;
  const taken = socket.waitFor((frame) => isNew(frame) && frame.runId !== undefined, silenceMs);
  taken.then(
    () => {
      said.takenAt ??= Date.now();
    },
    () => undefined,
  );
  const end = socket.waitFor((frame) => isNew(frame) && isEnd(frame), silenceMs);
  const frame = await Promise.race([end.catch(() => undefined), socket.closed.then(() => undefined)]);
  end.catch(() => undefined);
  const [first] = socket.frames.slice(from).filter(({ runId }) => runId !== undefined);
  if (first) {
    said.takenAt ??= Date.now();
    said.runId = String(first.runId);
    said.sessionId = String(first.sessionId);
  }
  if (!frame) return false;
  if (frame.type === 'error' && frame.runId === undefined) {
    journal.count(frame.code === 'rate_limited' ? 'messages over the limit' : `socket errors ${frame.code}`);
    return true;
  }
  said.answeredAt = Date.now();
  said.told = frame.type === 'error' ? 'failed' : 'completed';
  if (frame.type === 'error') return true;
  said.content = String(frame.content);
  if (said.content !== echoOf(text))
    journal.violations.push({ oracle: 'streams', what: `"${text}" was answered "${said.content}" on a socket` });
  return true;
}

/** A few messages over one socket. */
export async function socketTalk(loader: Loader): Promise<void> {
  const tenant = anyTenant(loader);
  const socket = await connect(anyNode(loader), tenant);
  if (!socket) return;
  for (let count = 0; count < 2 && !loader.isOver(); count += 1)
    if (!(await say(socket, tenant, newText(loader, tenant), loader))) break;
  socket.socket.terminate();
}

/** Sends as fast as answers come, over several sockets of one person on different nodes, and ignores refusals. */
export async function flood(loader: Loader): Promise<void> {
  const { world, isOver } = loader;
  const one = async (node: GatewayNode) => {
    while (!isOver()) {
      const socket = await connect(node, world.flooder);
      while (socket && !isOver()) {
        const refusals = world.journal.counts.get('messages over the limit') ?? 0;
        if (!(await say(socket, world.flooder, newText(loader, world.flooder), loader))) break;
        // Refused messages count too: without a pause no message would ever be accepted again.
        const isRefused = (world.journal.counts.get('messages over the limit') ?? 0) > refusals;
        await sleep(isRefused ? 4_000 : 50);
      }
      socket?.socket.terminate();
      await sleep(200);
    }
  };
  const [first, second] = [world.nodes[0], world.nodes.at(-1)] as [GatewayNode, GatewayNode];
  await Promise.all([one(first), one(first), one(second), one(second)]);
}
