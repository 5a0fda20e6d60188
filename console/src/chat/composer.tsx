import { type KeyboardEvent, useState } from 'react';
import { Button } from '../ui/basics.tsx';

type Props = { isBusy: boolean; canStop: boolean; onSend(message: string): void; onStop(): void };

export function Composer({ isBusy, canStop, onSend, onStop }: Props) {
  const [message, setMessage] = useState('');
  const ready = message.trim() !== '' && !isBusy;
  const submit = () => {
    if (!ready) return;
    onSend(message.trim());
    setMessage('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <textarea
        aria-label="Message"
        placeholder="Write a message. Enter sends, Shift + Enter makes a new line."
        rows={2}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
        onKeyDown={onKeyDown}
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
    </form>
  );
}
