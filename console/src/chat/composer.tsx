import type { StoredFile } from '@client/api.ts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { AttachmentList } from '../files/attachment-list.tsx';
import { useAttachments } from '../files/use-attachments.ts';
import { pastedFiles, useDrop } from '../files/use-drop.ts';
import { Button, ErrorNote } from '../ui/basics.tsx';
import { draftOf, isJustBegun, keepDraft } from './drafts.ts';

export type Draft = { text: string; files: StoredFile[] };

/** A message that was not answered because of what it holds is a draft again, in the conversation that it may have begun. */
export type Sent = 'taken' | { draftOf: string | undefined };

/** A phone would show its keyboard over half of the page. */
const hasKeyboard = () => matchMedia('(hover: hover)').matches;

const isNarrow = () => matchMedia('(width < 600px)').matches;

const joined = (...texts: string[]) => texts.filter((text) => text.trim() !== '').join('\n');

type Props = {
  /** Whose draft is kept and who gets the focus; null for a composer beside something else. */
  conversation: string | undefined | null;
  isBusy: boolean;
  canStop: boolean;
  /** Why the last message was not taken. */
  refusal: unknown;
  onSend(draft: Draft): Promise<Sent>;
  onStop(): void;
};

export function Composer({ conversation, isBusy, canStop, refusal, onSend, onStop }: Props) {
  const [message, setMessage] = useState('');
  const change = (text: string) => {
    setMessage(text);
    if (conversation !== null) keepDraft(conversation, text);
  };
  const { attachments, tooMany, add, remove, retry, take, putBack } = useAttachments();
  const isOver = useDrop(add);
  const picker = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation has another draft; each letter is kept by `change`.
  useEffect(() => {
    if (conversation === null) return;
    if (isJustBegun(conversation)) {
      keepDraft(undefined, '');
      keepDraft(conversation, message);
    } else setMessage(draftOf(conversation));
    if (hasKeyboard()) field.current?.focus();
  }, [conversation]);
  const files = attachments.flatMap(({ stored }) => stored ?? []);
  const isStored = files.length === attachments.length;
  const ready = (message.trim() !== '' || files.length > 0) && isStored && !isBusy;
  const submit = async () => {
    if (!ready) return;
    const text = message.trim();
    const taken = take();
    change('');
    const sent = await onSend({ text, files });
    if (sent === 'taken') return;
    putBack(taken);
    setMessage((since) => joined(text, since));
    if (conversation !== null) keepDraft(sent.draftOf, joined(text, draftOf(sent.draftOf)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  };
  return (
    <form
      className={isOver ? 'composer over' : 'composer'}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ErrorNote error={refusal} />
      <AttachmentList
        attachments={attachments}
        tooMany={tooMany}
        onRetry={retry}
        onRemove={(attachment) => {
          remove(attachment);
          // The button that had the focus is gone.
          field.current?.focus();
        }}
      />
      <div className="composer-line">
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          onChange={({ target }) => {
            add(target.files ?? []);
            // The same file can be picked again.
            target.value = '';
            field.current?.focus();
          }}
        />
        <Button
          className="attach"
          aria-label="Attach files"
          title="Attach files"
          onClick={() => picker.current?.click()}
        >
          +
        </Button>
        <textarea
          ref={field}
          aria-label="Message"
          placeholder={
            isOver
              ? 'Drop files to attach them.'
              : isNarrow()
                ? 'Write a message'
                : 'Write a message. Enter sends, Shift + Enter makes a new line.'
          }
          rows={2}
          value={message}
          onChange={({ target }) => change(target.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const pasted = pastedFiles(event.clipboardData);
            if (!pasted) return;
            event.preventDefault();
            add(pasted);
          }}
        />
        {isBusy ? (
          <Button look="danger" disabled={!canStop} onClick={onStop}>
            Stop
          </Button>
        ) : (
          <Button type="submit" look="primary" disabled={!ready}>
            Send
          </Button>
        )}
      </div>
    </form>
  );
}
