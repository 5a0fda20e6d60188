import { GatewayError } from '@client/errors.ts';
import { type ButtonHTMLAttributes, type ReactNode, useId, useState } from 'react';

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

export const ErrorNote = ({ error }: { error: unknown }) => {
  if (!error) return null;
  // A server error is in the log under this id.
  const requestId = error instanceof GatewayError && error.status >= 500 ? error.requestId : undefined;
  return (
    <div className="note bad" role="alert">
      {error instanceof TypeError
        ? 'The gateway cannot be reached.'
        : error instanceof Error
          ? error.message
          : String(error)}
      {requestId && <small> Request {requestId}</small>}
    </div>
  );
};

export const Loading = () => (
  <p className="loading" role="status">
    Loading …
  </p>
);

export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="empty">
    <h2>{title}</h2>
    {children}
  </div>
);

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

export const PageHead = ({ title, children, lead }: { title: string; lead?: ReactNode; children?: ReactNode }) => (
  <header className="page-head">
    <div>
      <h1>{title}</h1>
      {lead && <p className="lead">{lead}</p>}
    </div>
    <div className="page-actions">{children}</div>
  </header>
);
