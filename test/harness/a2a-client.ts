import { randomUUID } from 'node:crypto';
import { type Message, Role, type Task } from '@a2a-js/sdk';
import { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from '@a2a-js/sdk/client';

/** The official client with a bearer token. Each request goes to the next node; the card names the public address. */
export async function openA2a(urls: readonly string[], { token, agentId }: { token: string; agentId: string }) {
  let sent = 0;
  const fetchImpl = ((url: string | URL, init: RequestInit = {}) => {
    sent += 1;
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    return fetch(`${urls[sent % urls.length]}${new URL(url).pathname}`, { ...init, headers });
  }) as typeof fetch;
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  });
  return factory.createFromUrl(`${urls[0]}/a2a/${agentId}/`);
}

/** A request to send a text. */
export const sayingIn = (text: string, contextId = '') => ({
  tenant: '',
  message: {
    messageId: randomUUID(),
    contextId,
    taskId: '',
    role: Role.ROLE_USER,
    parts: [{ content: { $case: 'text' as const, value: text }, metadata: undefined, filename: '', mediaType: '' }],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  },
  configuration: undefined,
  metadata: undefined,
});

/** Answers are tasks here, never bare messages. */
export const asTask = (answer: Message | Task): Task => answer as Task;

export const textsOf = ({ artifacts }: Task): string[] =>
  artifacts.flatMap(({ parts }) => parts.flatMap(({ content }) => (content?.$case === 'text' ? content.value : [])));
