import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { TestGateway } from './gateway.ts';

type ReceivedMail = { from: string; to: string[]; raw: string };

/** A real SMTP server on a free port; what it took is in `mails`. */
export async function startSmtp(options: SMTPServerOptions = {}) {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString() });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Accepts connections and sends nothing. */
export async function startSilentServer() {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    connections: () => sockets.size,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** The files of a gateway without SMTP, oldest first. */
export async function mailFiles({ place }: Pick<TestGateway, 'place'>): Promise<string[]> {
  const folder = join(place.mailDirectory ?? '', 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      return { at: (await stat(path)).mtimeMs, text: await readFile(path, 'utf8') };
    }),
  );
  return files.sort((one, other) => one.at - other.at).map(({ text }) => text);
}

/** Waits until there are `count` mails to that address whose subject is this; gives the last one. */
export async function mailTo(
  gateway: Pick<TestGateway, 'place'>,
  email: string,
  subject: string,
  count = 1,
): Promise<string> {
  for (const end = Date.now() + 10_000; Date.now() < end; await sleep(20)) {
    const found = (await mailFiles(gateway)).filter(
      (mail) => mail.includes(`\nTo: ${email}\n`) && mail.includes(`\nSubject: ${subject}\n`),
    );
    if (found.length >= count) return found.at(-1) ?? '';
  }
  throw new Error(`No mail "${subject}" came to ${email}`);
}

/** The token that a mail asks to be answered with. */
export function tokenIn(mail: string): string {
  const token = /^Token: (\S+)$/m.exec(mail)?.[1];
  if (!token) throw new Error(`There is no token in: ${mail}`);
  return token;
}
