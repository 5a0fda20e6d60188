import { GatewayError } from '@client/errors.ts';
import { useLocation } from '@tanstack/react-router';
import { type ButtonHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { Icon, navigation } from '../navigation.tsx';

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: 'primary' | 'plain' | 'danger' | 'quiet';
  busy?: boolean;
};

export function Button({
  look = 'plain',
  busy = false,
  type = 'button',
  className = '',
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={`button ${look} ${className}`}
      disabled={disabled || busy}
      aria-busy={busy}
      {...rest}
    />
  );
}

type FieldProps = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  children(id: string, describedBy: string): ReactNode;
};

/** A control with a label, a hint and an error. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  return (
    <div className={error ? 'field invalid' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children(id, `${id}-more`)}
      <div id={`${id}-more`} className={error ? 'field-error' : 'field-hint'} role={error ? 'alert' : undefined}>
        {error ?? hint}
      </div>
    </div>
  );
}

type CodeAreaProps = {
  id: string;
  describedBy: string;
  rows: number;
  value: string;
  placeholder?: string;
  onChange(text: string): void;
};

/** Several lines of names or code. */
export const CodeArea = ({ describedBy, onChange, ...rest }: CodeAreaProps) => (
  <textarea
    {...rest}
    className="mono"
    aria-describedby={describedBy}
    spellCheck={false}
    onChange={({ target }) => onChange(target.value)}
  />
);

/** What `fetch` throws without an answer; every browser has its own words. Other type errors are mistakes of the page. */
const isNetworkFailure = (error: unknown) =>
  error instanceof TypeError && /fetch|network|load failed/i.test(error.message);

export const ErrorNote = ({ error }: { error: unknown }) => {
  if (!error) return null;
  // A server error is in the log under this id.
  const requestId = error instanceof GatewayError && error.status >= 500 ? error.requestId : undefined;
  return (
    <div className="note bad" role="alert">
      {isNetworkFailure(error)
        ? 'The gateway cannot be reached.'
        : error instanceof Error
          ? error.message
          : String(error)}
      {requestId && <small> Request {requestId}</small>}
    </div>
  );
};

/** The shape of what is to come. Shown after a moment, so that what is quick does not flicker. */
export const Loading = () => (
  <div className="skeleton" role="status">
    <span className="visually-hidden">Loading …</span>
    <span />
    <span />
    <span />
  </div>
);

/** Says what would be here, under the sign of its page. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  const { pathname } = useLocation();
  const page = navigation.find(({ to }) => pathname.startsWith(to));
  return (
    <div className="empty">
      {page && <Icon path={page.icon} />}
      <h2>{title}</h2>
      {children}
    </div>
  );
}

const tones: Record<string, string> = {
  completed: 'good',
  succeeded: 'good',
  ok: 'good',
  pass: 'good',
  active: 'good',
  approved: 'good',
  enabled: 'good',
  failed: 'bad',
  dead: 'bad',
  fail: 'bad',
  denied: 'bad',
  error: 'bad',
  down: 'bad',
  running: 'busy',
  queued: 'busy',
  pending: 'busy',
  retrying: 'warn',
  awaiting_approval: 'warn',
  awaiting_client_tool: 'warn',
  warn: 'warn',
  degraded: 'warn',
  intercepted: 'warn',
  expired: 'warn',
};

export const Badge = ({ children, tone }: { children: string; tone?: string }) => (
  <span className={`badge ${tone ?? tones[children] ?? ''}`}>{children.replaceAll('_', ' ')}</span>
);

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <Button
      look="quiet"
      onClick={() => {
        void navigator.clipboard.writeText(text).then(() => setCopied(true));
        setTimeout(() => setCopied(false), 1_500);
      }}
    >
      {copied ? 'Copied' : label}
    </Button>
  );
}

/** Any value as text. */
export const Json = ({ value, label }: { value: unknown; label?: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
  <section className="json" tabIndex={0} aria-label={label ?? 'Data'}>
    <pre>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
  </section>
);

type PageHeadProps = { title: string; lead?: ReactNode; icon?: ReactNode; children?: ReactNode };

export const PageHead = ({ title, children, lead, icon }: PageHeadProps) => (
  <header className="page-head">
    <div>
      <h1>
        {icon}
        {title}
      </h1>
      {lead && <p className="lead">{lead}</p>}
    </div>
    <div className="page-actions">{children}</div>
  </header>
);
