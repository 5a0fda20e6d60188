import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { forget, queries } from '../api/queries.ts';
import { IconButton } from '../ui/action-icon.tsx';
import { sayError } from '../ui/toasts.tsx';
import type { Siblings, Turn } from './turn.ts';

/** What can be done with the turns of an open conversation. */
export type TurnActions = {
  sessionId: string | undefined;
  isBusy: boolean;
  again(turn: Turn, question?: string): void;
  choose(messageId: string): void;
  fork(messageId: string): void;
};

const answerText = (turn: Turn): string =>
  turn.parts
    .map((part) => (part.kind === 'text' ? part.text : part.kind === 'json' ? JSON.stringify(part.value, null, 2) : ''))
    .filter((text) => text !== '')
    .join('\n\n');

export function CopyIcon({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <IconButton
      icon={isCopied ? 'done' : 'copy'}
      label={isCopied ? 'Copied' : label}
      onClick={() => {
        void navigator.clipboard.writeText(text).then(() => setCopied(true), sayError);
        setTimeout(() => setCopied(false), 1_500);
      }}
    />
  );
}

/** "2 of 3", with the ways to the others. */
export function Versions({ of, name, actions }: { of: Siblings | undefined; name: string; actions: TurnActions }) {
  if (!of || of.ids.length < 2) return null;
  const { ids, index } = of;
  const step = (icon: 'before' | 'after', to: number) => (
    <IconButton
      icon={icon}
      label={`${icon === 'before' ? 'Earlier' : 'Later'} ${name}`}
      disabled={actions.isBusy || ids[to] === undefined}
      onClick={() => actions.choose(ids[to] ?? '')}
    />
  );
  return (
    <span className="versions">
      {step('before', index - 1)}
      <span>
        {index + 1} of {ids.length}
      </span>
      {step('after', index + 1)}
    </span>
  );
}

function Rating({ sessionId, messageId, agentId }: { sessionId: string; messageId: string; agentId: string }) {
  const { data } = useQuery({
    ...queries.queryOptions('get', '/feedback', { params: { query: { agentId, limit: 200 } } }),
    staleTime: 300_000,
  });
  const stored = data?.data.find((feedback) => feedback.messageId === messageId)?.rating;
  const rate = useMutation({
    mutationFn: (rating: 1 | -1) =>
      api.PUT('/sessions/{id}/messages/{messageId}/feedback', {
        params: { path: { id: sessionId, messageId } },
        body: { rating },
      }),
    onSuccess: () => forget('/feedback'),
    onError: sayError,
  });
  const chosen = rate.isPending || rate.isSuccess ? rate.variables : stored;
  return (
    <>
      <IconButton icon="up" label="Good answer" aria-pressed={chosen === 1} onClick={() => rate.mutate(1)} />
      <IconButton icon="down" label="Bad answer" aria-pressed={chosen === -1} onClick={() => rate.mutate(-1)} />
    </>
  );
}

/** Under an answer. */
export function AnswerActions({ turn, actions }: { turn: Turn; actions: TurnActions }) {
  const { answerId, agentId } = turn;
  const { sessionId, isBusy } = actions;
  const text = answerText(turn);
  return (
    <div className="turn-actions">
      <Versions of={turn.answers} name="answer" actions={actions} />
      {text && <CopyIcon text={text} label="Copy the answer" />}
      {turn.questionId && (
        <IconButton icon="again" label="Answer again" disabled={isBusy} onClick={() => actions.again(turn)} />
      )}
      {answerId && sessionId && agentId && <Rating sessionId={sessionId} messageId={answerId} agentId={agentId} />}
      {answerId && (
        <IconButton
          icon="fork"
          label="Go on from here in a new conversation"
          disabled={isBusy}
          onClick={() => actions.fork(answerId)}
        />
      )}
    </div>
  );
}
