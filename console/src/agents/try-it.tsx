import type { Agent } from '@client/api.ts';
import { Composer } from '../chat/composer.tsx';
import { TurnView } from '../chat/turn-view.tsx';
import { useConversation } from '../chat/use-conversation.ts';

const nothing = () => undefined;

/** A conversation beside the form. A saved change takes effect at the next message. */
export function TryIt({ agent }: { agent: Agent }) {
  const { turns, refusal, isBusy, canStop, send, stop } = useConversation(undefined, undefined, nothing);
  return (
    <section className="card try-it">
      <h2>Try it</h2>
      {turns.length === 0 && <p className="dim">Say something to the agent as it was last saved.</p>}
      <div className="try-turns">
        {turns.map((turn) => (
          <TurnView key={turn.key} turn={turn} agentName={agent.name} />
        ))}
      </div>
      <Composer
        conversation={null}
        isBusy={isBusy}
        canStop={canStop}
        refusal={refusal}
        onSend={(draft) => send(agent.id, draft)}
        onStop={() => void stop()}
      />
    </section>
  );
}
