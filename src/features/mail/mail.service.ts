import { backoffMs } from '../../kernel/backoff.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { UndeliverableMail } from '../../platform/mail/mail.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { type Letter, render, type Template } from './letter.ts';
import { type TemplateName, templates, type ValuesOf } from './templates/templates.ts';

type Deps = { jobs: Jobs; secrets: SecretBox; mailer: Mailer; clock: Clock; log: Log };

type Posted<Name extends TemplateName> = {
  to: string;
  template: Name;
  values: ValuesOf<Name>;
  /** Whose account it is about; the mail goes with the account when that is erased. */
  userId?: string | undefined;
  /** From then on it is of no use, and no longer sent. */
  expiresAt?: number | undefined;
};
/** What is sealed: values hold tokens, and `to` is somebody's address. */
type Sealed = { to: string; template: TemplateName; values: unknown; expiresAt?: number | undefined };
type Payload = { userId: string | undefined; sealed: string };

const queue = 'mail';
/** About a day with the pauses between them. */
const maxAttempts = 30;
const retryDelayMs = (attempt: number) => backoffMs(attempt, 5_000, 3_600_000);

function compose(template: TemplateName, values: unknown): Letter {
  const write = templates[template] as Template<unknown>;
  return write(values);
}

export function createMail({ jobs, secrets, mailer, clock, log }: Deps) {
  async function send({ payload, id, attempt }: Job<Payload>): Promise<void> {
    const { to, template, values, expiresAt } = JSON.parse(secrets.open(payload.sealed)) as Sealed;
    if (expiresAt !== undefined && expiresAt <= clock.now()) {
      log.warn({ jobId: id, template, attempt }, 'a mail was not sent in time');
      return;
    }
    try {
      await mailer.send({ to, ...render(compose(template, values)), userId: payload.userId });
    } catch (error) {
      if (!(error instanceof UndeliverableMail)) throw error;
      log.warn({ jobId: id, template, reason: error.message }, 'a mail cannot be delivered');
    }
  }
  jobs.handle<Payload>(queue, send, { concurrency: 4, maxAttempts, retryDelayMs });

  return {
    /** Part of the caller's transaction: the mail goes out if and only if that commits, and nobody waits for it. */
    async post<Name extends TemplateName>(tx: Transaction, mail: Posted<Name>): Promise<void> {
      const { to, template, values, userId, expiresAt } = mail;
      const sealed: Sealed = { to, template, values, expiresAt };
      const payload: Payload = { userId, sealed: secrets.seal(JSON.stringify(sealed)) };
      await jobs.enqueue(tx, { queue, payload });
    },

    /** An erased person: jobs that name them are deleted with the others; this is about files. */
    erasePerson(tx: Transaction, userId: string): void {
      tx.afterCommit(() => void mailer.forget(userId).catch((error) => log.warn({ err: error }, 'mails are left')));
    },
  };
}

export type MailService = ReturnType<typeof createMail>;
