import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { agentsQuery, queries } from '../api/queries.ts';
import { account, navigation } from '../navigation.tsx';
import { nextTheme } from '../theme.ts';

type Command = { label: string; kind: string; act(): void };
const most = 12;

/** Every word that was typed is somewhere in the name. */
const fits = (label: string, typed: string) =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => label.toLowerCase().includes(word));

function useCommands(): Command[] {
  const navigate = useNavigate();
  const { data: agents = [] } = useQuery(agentsQuery);
  const { data: sessions } = queries.useQuery('get', '/sessions', { params: { query: { limit: 50 } } });
  return [
    { label: 'New conversation', kind: 'Do', act: () => void navigate({ to: '/chat', search: {} }) },
    { label: 'New agent', kind: 'Do', act: () => void navigate({ to: '/agents/new' }) },
    { label: 'Switch between light and dark', kind: 'Do', act: () => void nextTheme() },
    ...[...navigation, account].map(({ to, label }) => ({ label, kind: 'Page', act: () => void navigate({ to }) })),
    ...agents.flatMap(({ id, name }) => [
      { label: `Chat with ${name}`, kind: 'Agent', act: () => void navigate({ to: '/chat', search: { agent: id } }) },
      { label: name, kind: 'Agent', act: () => void navigate({ to: '/agents/$id', params: { id } }) },
    ]),
    ...(sessions?.data ?? []).map(({ id, agentId, title }) => ({
      label: title ?? 'Untitled',
      kind: 'Conversation',
      act: () => void navigate({ to: '/chat', search: { agent: agentId, session: id } }),
    })),
  ];
}

function Palette({ onClose }: { onClose(): void }) {
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState(0);
  const found = useCommands()
    .filter(({ label }) => fits(label, typed.trim()))
    .slice(0, most);
  useEffect(() => {
    if (!element.current?.open) element.current?.showModal();
  }, []);
  const run = (command: Command | undefined) => {
    element.current?.close();
    command?.act();
  };
  return (
    <dialog ref={element} className="palette" aria-label="Go to" onClose={onClose}>
      <input
        role="combobox"
        aria-label="Go to a page, an agent or a conversation"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[place] && `${id}-${place}`}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder="Go to a page, an agent or a conversation"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setPlace(0);
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step !== undefined && found.length > 0) setPlace((place + step + found.length) % found.length);
          else if (event.key === 'Enter') run(found[place]);
          else return;
          event.preventDefault();
        }}
      />
      <div id={id} className="palette-list" role="listbox" aria-label="Found">
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field.
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: names may occur twice.
            key={index}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === place}
            onClick={() => run(command)}
          >
            <span className="palette-label">{command.label}</span>
            <span className="dim">{command.kind}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="dim">Nothing has this name.</p>}
    </dialog>
  );
}

/** Opens with Ctrl+K, or ⌘K. */
export function CommandPalette() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return isOpen ? <Palette onClose={() => setOpen(false)} /> : null;
}
