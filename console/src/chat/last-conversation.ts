import { currentWorkspace } from '../session.ts';

type Conversation = { agent?: string; session?: string };

/** The last conversation of each workspace, for the link "Chat". Kept while the page is open. */
const last = new Map<string, Conversation>();
const here = () => currentWorkspace() ?? 'own';

export const lastConversation = (): Conversation => last.get(here()) ?? {};
export const rememberConversation = (conversation: Conversation) => void last.set(here(), conversation);
/** A deleted conversation must not be opened again. */
export function forgetConversation(sessionId: string): void {
  if (lastConversation().session === sessionId) last.delete(here());
}
export const forgetConversations = () => last.clear();
