import { invalidField } from '../../kernel/errors.ts';
import { quotedData } from '../../platform/models/parts/quoted-data.ts';
import type { InputPart, MessageInput } from '../runs/index.ts';
import type { ChannelRow } from './channels.store.ts';

/** The content of a body: a message, a challenge that is answered at once, or nothing for an agent. */
export type Reading =
  /** `external`: it contains text that others than its sender may have written. */
  | { kind: 'message'; message: MessageInput; from: string; id?: string; external?: true }
  | { kind: 'challenge'; challenge: string }
  | { kind: 'ignored'; reason: string };

type Json = Record<string, unknown>;

const longestMessage = 500_000;
const longestSender = 200;
const longestEvent = 20_000;

const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const ignored = (reason: string): Reading => ({ kind: 'ignored', reason });

function readPlain(body: Json): Reading {
  const { message, from = '' } = body;
  const parts = Array.isArray(message) ? (message as InputPart[]) : undefined;
  if (!parts && (typeof message !== 'string' || message.trim() === ''))
    throw invalidField('message', 'must be a text that says something');
  if (typeof message === 'string' && message.length > longestMessage)
    throw invalidField('message', `must have at most ${longestMessage} characters`);
  if (typeof from !== 'string' || from.length > longestSender)
    throw invalidField('from', `must be a text of at most ${longestSender} characters`);
  return { kind: 'message', message: parts ?? (message as string), from };
}

/** https://api.slack.com/apis/events-api: retries have another signature and the same event_id. */
function readSlack(body: Json): Reading {
  if (body.type === 'url_verification') return { kind: 'challenge', challenge: text(body.challenge) };
  const event = object(body.event);
  const speaks = event.type === 'message' || event.type === 'app_mention';
  if (body.type !== 'event_callback' || !speaks) return ignored('Nobody speaks in this event.');
  // An agent that answered itself would never stop.
  if (event.bot_id || event.subtype) return ignored('This was said by a program, or is a change to a message.');
  const [message, from, id] = [text(event.text), text(event.user), text(body.event_id)];
  if (message.trim() === '' || from === '') return ignored('The message has no text.');
  return {
    kind: 'message',
    message: message.slice(0, longestMessage),
    from: from.slice(0, longestSender),
    ...(id ? { id } : {}),
  };
}

/** The text of the event; the whole event as JSON where it has none. */
function wordsOf(body: Json): string {
  for (const name of ['comment', 'review', 'discussion', 'issue', 'pull_request', 'release']) {
    const thing = object(body[name]);
    const words = [text(thing.title ?? thing.name), text(thing.body)].filter(Boolean).join('\n\n');
    if (words) return words;
  }
  const commits = Array.isArray(body.commits) ? body.commits.map((commit) => text(object(commit).message)) : [];
  return commits.filter(Boolean).join('\n') || JSON.stringify(body);
}

/** https://docs.github.com/webhooks. Anyone may write there, so the text is quoted data to the agent. */
function readGitHub(body: Json, event: unknown, secret: string): Reading {
  const sender = object(body.sender);
  const from = text(sender.login);
  if (event === 'ping' || (from === '' && 'zen' in body)) return ignored('GitHub says hello.');
  if (from === '') throw invalidField('sender.login', 'is missing: this is not an event of GitHub');
  if (sender.type === 'Bot') return ignored('This was done by a program.');
  const what = /^[a-z_]{1,50}$/.test(text(event)) ? text(event) : 'an event';
  const action = /^[a-z_]{1,50}$/.test(text(body.action)) ? ` (${text(body.action)})` : '';
  const number = object(body.issue).number ?? object(body.pull_request).number;
  const place = `${text(object(body.repository).full_name)}${typeof number === 'number' ? `#${number}` : ''}`;
  const words = wordsOf(body).slice(0, longestEvent).toWellFormed();
  const message = `GitHub: ${what}${action} by ${from}${place ? ` in ${place}` : ''}.\n\n${quotedData('event', words, secret)}`;
  // The sender of this event closed or labelled an issue that somebody else wrote.
  return { kind: 'message', message, from: from.slice(0, longestSender), external: true };
}

/** `secret` is unknown to everyone who can write into the body. */
export function readInbound({ preset }: ChannelRow, body: unknown, gitHubEvent: unknown, secret: string): Reading {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidField('body', 'must be an object');
  if (preset === 'slack') return readSlack(body as Json);
  if (preset === 'github') return readGitHub(body as Json, gitHubEvent, secret);
  return readPlain(body as Json);
}
