import type { ButtonHTMLAttributes } from 'react';

/** Drawn on a square of 24. */
const icons = {
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  done: 'M5 12l5 5L20 7',
  again: 'M20 12a8 8 0 1 1-2.3-5.6M20 3v5h-5',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  fork: 'M6 4v6a4 4 0 0 0 4 4h8M6 10v10M14 10l4 4-4 4',
  up: 'M7 11v9H4v-9zM7 11l4-8c2 0 2.5 1.5 2 3l-.7 3H19a1.5 1.5 0 0 1 1.5 1.8l-1.3 7A2 2 0 0 1 17.2 20H7',
  down: 'M17 13V4h3v9zM17 13l-4 8c-2 0-2.5-1.5-2-3l.7-3H5a1.5 1.5 0 0 1-1.5-1.8l1.3-7A2 2 0 0 1 6.8 4H17',
  before: 'M15 5l-7 7 7 7',
  after: 'M9 5l7 7-7 7',
  pin: 'M9 4h6l-1 6 4 4H6l4-4zM12 14v6',
  bin: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  save: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  list: 'M4 6h16M4 12h16M4 18h10',
  add: 'M12 5v14M5 12h14',
} as const;

type Props = ButtonHTMLAttributes<HTMLButtonElement> & { icon: keyof typeof icons; label: string };

/** A small button with a picture; its name is read and shown when it is pointed at. */
export const IconButton = ({ icon, label, className = '', ...rest }: Props) => (
  <button type="button" className={`icon-button ${className}`} aria-label={label} title={label} {...rest}>
    <svg className="icon" viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
      <path d={icons[icon]} />
    </svg>
  </button>
);
