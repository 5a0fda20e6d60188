import { join } from 'node:path';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { isMailbox, type Mail, oneLine, UndeliverableMail } from './mail.ts';
import { createMailFiles } from './mail-files.ts';
import { createSmtp } from './smtp.ts';

type Deps = {
  /** The operator's mail server; undefined: mails are files in `dataDir`/mail. */
  smtpUrl: string | undefined;
  from: string;
  dataDir: string;
  clock: Clock;
  log: Log;
};

export type Mailer = ReturnType<typeof createMailer>;

export function createMailer({ smtpUrl, from, dataDir, clock, log }: Deps) {
  const folder = join(dataDir, 'mail');
  const files = createMailFiles({ folder, from, clock });
  const send = smtpUrl ? createSmtp(smtpUrl, from) : files.send;
  if (!smtpUrl) log.warn({ folder }, 'SMTP_URL is not set: mails are not sent, they are files in DATA_DIR/mail');
  return {
    /** Throws UndeliverableMail where another attempt cannot help. */
    async send(mail: Mail): Promise<void> {
      if (!isMailbox(mail.to)) throw new UndeliverableMail('The address is none that mail can be sent to.');
      await send({ ...mail, subject: oneLine(mail.subject) });
    },
    /** Deletes the files of mails to an erased person; what was sent is out of reach. */
    forget: files.forget,
  };
}
