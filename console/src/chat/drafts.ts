import { currentWorkspace } from '../session.ts';

/** Messages that were begun and not sent, by conversation. They stay until the tab is closed or the person signs out. */
const place = 'console.drafts';

function all(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

const keyOf = (conversation: string | undefined) => `${currentWorkspace() ?? 'own'}/${conversation ?? 'new'}`;

export const draftOf = (conversation: string | undefined): string => all()[keyOf(conversation)] ?? '';

export function keepDraft(conversation: string | undefined, text: string): void {
  const { [keyOf(conversation)]: _, ...others } = all();
  const drafts = text === '' ? others : { ...others, [keyOf(conversation)]: text };
  try {
    sessionStorage.setItem(place, JSON.stringify(drafts));
  } catch {
    // Too long to be kept.
  }
}

let begun: string | undefined;

/** The first message of a new conversation has begun this one. What was written since then belongs to it. */
export function beginConversation(id: string): void {
  begun = id;
}

/** Whether this conversation was begun by the message that was just sent. True once. */
export function isJustBegun(id: string | undefined): boolean {
  if (id === undefined || id !== begun) return false;
  begun = undefined;
  return true;
}

export const forgetDrafts = () => sessionStorage.removeItem(place);
