/** A mail as it goes out. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The id of the person it is to, where they have an account: by it their mails are found again. */
  userId?: string | undefined;
};

export type SendMail = (mail: Mail) => Promise<void>;

/** It will never arrive: another attempt changes nothing. The message names no address. */
export class UndeliverableMail extends Error {}

/**
 * One mailbox and nothing else: no list, no display name, no comment, no route, and no character that could end a header
 * or a command. Quoted local parts and addresses by number, which the standard allows, are not written to.
 */
const mailbox =
  /^[\p{L}\p{N}\p{M}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{N}\p{M}-]{1,63}(\.[\p{L}\p{N}\p{M}-]{1,63}){0,10}$/u;

export const isMailbox = (address: string): boolean => address.length <= 254 && mailbox.test(address);

const longestSubject = 200;

/** A header is one line. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, longestSubject);
