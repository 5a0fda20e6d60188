import { AppError } from '../../kernel/errors.ts';
import type { SessionState } from '../sessions/index.ts';

const howToGoOn = (sessionId: string) =>
  `Hand the conversation to another agent with POST /sessions/${sessionId}/handoff, or leave sessionId out.`;

export const mismatch = ({ id, agent_id }: SessionState, agentId: string): AppError =>
  new AppError('agent_mismatch', `The session is with agent ${agent_id}, not with ${agentId}. ${howToGoOn(id)}`, {
    extra: { sessionId: id, agentId: agent_id },
  });

/** The session's agent was deleted. The message says how to continue the conversation. */
export function stranded({ id, agent_id, status }: SessionState): AppError {
  if (status !== 'active') return new AppError('conflict', 'The session is closed.');
  return new AppError(
    'not_found',
    `Agent ${agent_id}, which this conversation is with, was not found: it was deleted. ${howToGoOn(id)}`,
    { extra: { sessionId: id, agentId: agent_id } },
  );
}
