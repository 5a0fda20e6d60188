import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, iso } from '../../kernel/clock.ts';
import type { Mail } from './mail.ts';

/** One a mail, readable as it is: no line is folded, so that links can be copied. */
function asFile({ to, subject, text, html }: Mail, from: string, now: number): string {
  const boundary = randomBytes(12).toString('hex');
  const part = (type: string, content: string) =>
    [`--${boundary}`, `Content-Type: ${type}; charset=utf-8`, 'Content-Transfer-Encoding: 8bit', '', content, ''].join(
      '\n',
    );
  return [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${new Date(now).toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    part('text/plain', text),
    part('text/html', html),
    `--${boundary}--`,
    '',
  ].join('\n');
}

/** Mails as files, for a gateway without a mail server. They hold tokens: only the gateway's own user reads them. */
export function createMailFiles({ folder, from, clock }: { folder: string; from: string; clock: Clock }) {
  return {
    async send(mail: Mail): Promise<void> {
      const now = clock.now();
      const time = iso(now).replaceAll(/[:.]/g, '-');
      const name = [time, mail.userId, randomBytes(4).toString('hex')].filter(Boolean).join('-');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, `${name}.eml`), asFile(mail, from, now), { flag: 'wx', mode: 0o600 });
    },

    /** An erased person: no mail to them is left. */
    async forget(userId: string): Promise<void> {
      const names = await readdir(folder).catch(() => []);
      const theirs = names.filter((name) => name.includes(`-${userId}-`));
      await Promise.all(theirs.map((name) => rm(join(folder, name), { force: true })));
    },
  };
}
