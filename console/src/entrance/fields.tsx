import { useState } from 'react';
import { Field } from '../ui/basics.tsx';
import { weakness } from './password-rules.ts';

type Props = { value: string; onChange(value: string): void };

export const EmailField = ({ value, onChange, label = 'Email' }: Props & { label?: string }) => (
  <Field label={label}>
    {(id) => (
      <input
        id={id}
        type="email"
        autoComplete="username"
        required
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);

export const CurrentPasswordField = ({ value, onChange, label = 'Current password' }: Props & { label?: string }) => (
  <Field label={label}>
    {(id) => (
      <input
        id={id}
        type="password"
        autoComplete="current-password"
        required
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);

type NewPasswordProps = Props & {
  label?: string;
  /** Somebody tried to send it. */
  tried: boolean;
};

/** Says what is wrong once somebody has typed and left it, or tried to send it. */
export function NewPasswordField({ value, onChange, label = 'New password', tried }: NewPasswordProps) {
  const [touched, setTouched] = useState(false);
  return (
    <Field label={label} error={touched || tried ? weakness(value) : undefined} hint="At least 8 characters.">
      {(id, more) => (
        <input
          id={id}
          type="password"
          aria-describedby={more}
          autoComplete="new-password"
          required
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onBlur={() => setTouched(value !== '')}
        />
      )}
    </Field>
  );
}

export const CodeField = ({ value, onChange }: Props) => (
  <Field label="Code" hint="Six digits of your authenticator app, or one of your recovery codes.">
    {(id, more) => (
      <input
        id={id}
        aria-describedby={more}
        autoComplete="one-time-code"
        required
        minLength={6}
        maxLength={40}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);
