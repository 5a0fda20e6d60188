import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { matches, summaryOf } from './known.ts';
import type { Target } from './targets.ts';

type Props = {
  id: string;
  describedBy?: string;
  label?: string;
  targets: Target[];
  value: string;
  placeholder: string;
  /** What is typed counts too: not every provider lists its models. */
  onChange(value: string): void;
  /** Called when one is chosen from the list, or by Enter. */
  onChoose?(value: string): void;
};

/** A long list would be slow, and nobody reads it to its end. */
const mostShown = 100;

/** A field to type a model into, with a list of those that fit (the combobox of the ARIA patterns). */
export function ModelPicker({ id, describedBy, label, targets, value, placeholder, onChange, onChoose }: Props) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  // The list of a filled field has all models until something else is typed.
  const fitting = isTyping ? targets.filter((target) => matches({ ...target.model, id: target.id }, value)) : targets;
  const shown = fitting.slice(0, mostShown);
  const groups = Map.groupBy(shown, ({ group }) => group);

  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  useEffect(() => {
    if (isOpen && active >= 0) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, active, listId]);

  function open(): void {
    if (isOpen) return;
    setOpen(true);
    setTyping(false);
    setActive(targets.slice(0, mostShown).findIndex((target) => target.id === value));
  }
  function choose(chosen: string): void {
    onChange(chosen);
    onChoose?.(chosen);
    setOpen(false);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen) setActive(shown.length === 0 ? -1 : (Math.max(active + step, -1) + shown.length) % shown.length);
      else open();
    } else if (event.key === 'Enter') {
      const chosen = isOpen ? shown[active]?.id : undefined;
      // The form around it is not sent.
      if (chosen !== undefined || onChoose) event.preventDefault();
      if (chosen !== undefined) choose(chosen);
      else if (onChoose && value !== '') choose(value);
      else setOpen(false);
    } else if (event.key === 'Escape' && isOpen) {
      // A dialog around it stays open.
      event.preventDefault();
      setOpen(false);
    }
  }

  return (
    <div className="picker">
      <input
        id={id}
        role="combobox"
        aria-label={label}
        aria-describedby={describedBy}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => {
          setOpen(true);
          setTyping(true);
          setActive(-1);
          onChange(target.value);
        }}
        onClick={open}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {/* Hidden, not absent: what is named in aria-controls must exist. */}
      <div ref={list} id={listId} role="listbox" aria-label="Choices" className="picker-list" hidden={!isOpen}>
        {isOpen &&
          [...groups].map(([group, members]) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of choices.
            <div key={group} role="group" aria-label={group}>
              <div className="picker-group" aria-hidden="true">
                {group}
                {members[0]?.isPool && ' (pool)'}
              </div>
              {members.map((target) => {
                const index = shown.indexOf(target);
                return (
                  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys.
                  <div
                    key={target.id}
                    id={`${listId}-${index}`}
                    role="option"
                    aria-selected={index === active}
                    // The field keeps the focus.
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => choose(target.id)}
                  >
                    <code className="wrap">{target.id}</code>
                    <small className="dim">{summaryOf(target.model)}</small>
                  </div>
                );
              })}
            </div>
          ))}
        {isOpen && fitting.length === 0 && (
          // biome-ignore lint/a11y/useFocusableInteractive: it cannot be chosen.
          <div role="option" aria-disabled="true" aria-selected={false} className="dim">
            None that is listed. It is asked for as you write it.
          </div>
        )}
        {isOpen && fitting.length > mostShown && (
          // biome-ignore lint/a11y/useFocusableInteractive: it cannot be chosen.
          <div role="option" aria-disabled="true" aria-selected={false} className="dim">
            {fitting.length - mostShown} more: type a part of the name.
          </div>
        )}
      </div>
    </div>
  );
}
