import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';

type Tab<Name extends string> = { name: Name; label: string };
type Props<Name extends string> = {
  label: string;
  tabs: readonly Tab<Name>[];
  chosen: Name;
  onChoose(name: Name): void;
  children: ReactNode;
};

/** On a phone not all tabs fit: the chosen one is brought into view. */
export function useChosenInView(list: RefObject<HTMLElement | null>, chosen: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is chosen.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"], [aria-current="page"]');
    if (!list.current || !tab) return;
    const { offsetLeft, offsetWidth } = tab;
    list.current.scrollLeft = offsetLeft - (list.current.clientWidth - offsetWidth) / 2;
  }, [list, chosen]);
}

/** The tabs are one stop for the Tab key. The arrow keys, Home and End move between them and open them. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: Props<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useChosenInView(list, chosen);
  function onKeyDown(event: KeyboardEvent) {
    const index = tabs.findIndex(({ name }) => name === chosen);
    const places: Record<string, number> = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: -1 };
    const place = places[event.key];
    if (place === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = (place + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (!tab) return;
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
    onChoose(tab.name);
  }
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-controls={`${id}-panel`}
            aria-selected={chosen === tab.name}
            tabIndex={chosen === tab.name ? 0 : -1}
            onClick={() => onChoose(tab.name)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
