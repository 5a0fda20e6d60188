import type { AgentBody } from '../agents/index.ts';
import type { AgentCard } from './a2a.schema.ts';

/** What an agent answers with: text, and JSON if it has a format. */
const outputModes = ['text/plain', 'application/json'];
const inputModes = [
  'text/plain',
  'application/json',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/pdf',
];

/** Whether a client that accepts only these takes our answers. */
export const takesOurs = (accepted: readonly string[]): boolean =>
  accepted.length === 0 ||
  accepted.some(
    (mode) => outputModes.includes(mode) || mode === '*/*' || mode === 'text/*' || mode === 'text/markdown',
  );

/** Anyone may read it, so it tells nothing of instructions, tools or models. */
export function cardOf({ name, description }: AgentBody, version: number, url: string): AgentCard {
  const about = description === '' ? name : description;
  return {
    name,
    description: about,
    version: String(version),
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false },
    securitySchemes: {
      bearer: {
        httpAuthSecurityScheme: { scheme: 'Bearer', description: 'A personal key or an access token of the gateway.' },
      },
    },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    defaultInputModes: inputModes,
    defaultOutputModes: outputModes,
    skills: [{ id: 'chat', name, description: about, tags: ['chat'] }],
  };
}
