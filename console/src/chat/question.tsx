import { useState } from 'react';
import { IconButton } from '../ui/action-icon.tsx';
import { Button } from '../ui/basics.tsx';
import type { Turn } from './turn.ts';
import { CopyIcon, type TurnActions, Versions } from './turn-actions.tsx';

type Props = { turn: Turn; text: string; actions: TurnActions | undefined };

/** The question, which can be copied, and changed and asked again. */
export function Question({ turn, text, actions }: Props) {
  const [edited, setEdited] = useState<string | undefined>();
  const resend = () => {
    if (!edited?.trim()) return;
    setEdited(undefined);
    actions?.again(turn, edited.trim());
  };
  if (edited !== undefined)
    return (
      <form
        className="question-edit"
        onSubmit={(event) => {
          event.preventDefault();
          resend();
        }}
      >
        <textarea
          aria-label="Your question"
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit.
          autoFocus
          rows={3}
          value={edited}
          onChange={({ target }) => setEdited(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setEdited(undefined);
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            resend();
          }}
        />
        <div className="actions">
          <Button onClick={() => setEdited(undefined)}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!edited.trim()}>
            Ask this instead
          </Button>
        </div>
      </form>
    );
  return (
    <>
      <div className="question">
        <span className="visually-hidden">You: </span>
        {text}
      </div>
      {actions && (
        <div className="turn-actions of-question">
          <Versions of={turn.questions} name="question" actions={actions} />
          <CopyIcon text={text} label="Copy the question" />
          {turn.questionId && (
            <IconButton
              icon="edit"
              label="Change the question"
              disabled={actions.isBusy}
              onClick={() => setEdited(text)}
            />
          )}
        </div>
      )}
    </>
  );
}
