import { currentWorkspace } from '../session.ts';

type Conversation = { agent?: string; session?: string };

/** By workspace, for as long as the page is open: what "Chat" leads back to. */
const last = new Map<string, Conversation>();
const here = () => currentWorkspace() ?? 'own';

export const lastConversation = (): Conversation => last.get(here()) ?? {};
export const rememberConversation = (conversation: Conversation) => void last.set(here(), conversation);
/** One that is gone is not come back to. */
export function forgetConversation(sessionId: string): void {
  if (lastConversation().session === sessionId) last.delete(here());
}
export const forgetConversations = () => last.clear();
