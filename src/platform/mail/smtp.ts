import { setTimeout as sleep } from 'node:timers/promises';
import type { Transporter } from 'nodemailer';
import { type SendMail, UndeliverableMail } from './mail.ts';

/** A server that is slow, or says nothing, holds one of the few places for so long. */
const timeouts = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 10_000, socketTimeout: 15_000 };
const longestMs = 20_000;

type SmtpFailure = { code?: string; responseCode?: number; command?: string };

/** Without the server's words, which repeat the address. */
const summary = ({ code = 'failed', responseCode, command }: SmtpFailure) =>
  `The SMTP server did not take the mail: ${[code, responseCode, command].filter(Boolean).join(' ')}.`;

/** Refused for what it is or whom it is to, and for good; not for who we are. */
const isFinal = ({ code, responseCode = 0 }: SmtpFailure) =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;

export function createSmtp(url: string, from: string): SendMail {
  // Loaded at the first mail: it is 39 modules, and most gateways have no SMTP server.
  let opened: Promise<Transporter> | undefined;
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  };
  return async ({ to, subject, text, html }) => {
    opened ??= open();
    const transport = await opened;
    const overdue = new AbortController();
    const sending = transport.sendMail({ from, to: { name: '', address: to }, subject, text, html });
    const late = sleep(longestMs, undefined, { signal: overdue.signal }).then(() => {
      throw new Error(`The SMTP server took longer than ${longestMs / 1_000} s.`);
    });
    // Whichever loses is of no interest any more.
    for (const one of [sending, late]) one.catch(() => undefined);
    try {
      await Promise.race([sending, late]);
    } catch (error) {
      const failure = error as SmtpFailure;
      if (failure.code === undefined) throw error;
      throw isFinal(failure) ? new UndeliverableMail(summary(failure)) : new Error(summary(failure));
    } finally {
      overdue.abort();
    }
  };
}
