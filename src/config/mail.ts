import { isMailbox } from '../platform/mail/mail.ts';
import type { Readers } from './readers.ts';

const addressIn = (from: string) => /^[^<>]*<([^<>]+)>$/.exec(from)?.[1] ?? from;

/** How the gateway writes to people. */
export function readMail({ text, wrong }: Readers) {
  const smtpUrl = text('SMTP_URL');
  const from = text('MAIL_FROM');
  // Not shown: it holds a password.
  if (smtpUrl && !(/^smtps?:\/\//.test(smtpUrl) && URL.canParse(smtpUrl)))
    wrong('SMTP_URL', 'must be an smtp:// or smtps:// address (leave it unset to have mails as files)');
  if (smtpUrl && !from) wrong('MAIL_FROM', 'is required with SMTP_URL: the address that mails come from');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in a header.
  if (from && (!isMailbox(addressIn(from)) || /[\u0000-\u001f\u007f]/.test(from)))
    wrong(
      'MAIL_FROM',
      `must be an address such as gateway@example.com or Gateway <gateway@example.com>, not "${from}"`,
    );
  return { smtpUrl, dataDir: text('DATA_DIR') ?? '.data', from: from ?? 'Agent Gateway <gateway@localhost>' };
}
