import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorWithin, fieldErrors } from '../api/fields.ts';
import { Button, CodeArea, Field } from './basics.tsx';
import { Dialog } from './dialog.tsx';
import { FormError } from './form-error.tsx';

type Value = string | boolean;
export type Values = Record<string, Value>;
type FieldSpec = {
  /** As in the request, so that a refusal is shown at its field. */
  name: string;
  label: string;
  hint?: string;
  kind?: 'text' | 'long' | 'json' | 'number' | 'check';
  options?: readonly (readonly [value: string, label: string])[];
  isRequired?: boolean;
  placeholder?: string;
  /** Of a long text. */
  rows?: number;
};

type Props = {
  title: string;
  action: string;
  fields: readonly FieldSpec[];
  initial?: Values;
  onSubmit(values: Values): Promise<unknown>;
  onClose(): void;
  children?: ReactNode;
};

function problemOf({ kind, isRequired }: FieldSpec, value: Value): string | undefined {
  if (typeof value === 'boolean') return undefined;
  if (value.trim() === '') return isRequired ? 'Needed.' : undefined;
  if (kind === 'number' && !Number.isFinite(Number(value))) return 'A number.';
  if (kind !== 'json') return undefined;
  try {
    JSON.parse(value);
    return undefined;
  } catch (error) {
    return `Not JSON: ${error instanceof Error ? error.message : error}`;
  }
}

export const textOf = (values: Values, name: string): string => String(values[name] ?? '').trim();
export const numberOf = (values: Values, name: string): number | undefined =>
  textOf(values, name) === '' ? undefined : Number(textOf(values, name));
export const jsonOf = <Parsed,>(values: Values, name: string): Parsed | undefined =>
  textOf(values, name) === '' ? undefined : (JSON.parse(textOf(values, name)) as Parsed);

/** A dialog with a form of plain fields. What is wrong is said at its field, before and after it is sent. */
export function FormDialog({ title, action, fields, initial = {}, onSubmit, onClose, children }: Props) {
  const [values, setValues] = useState<Values>(() => ({
    ...Object.fromEntries(
      fields.map(({ name, kind, options }) => [name, kind === 'check' ? false : (options?.[0]?.[0] ?? '')]),
    ),
    ...initial,
  }));
  const [isTried, setTried] = useState(false);
  const send = useMutation({ mutationFn: () => onSubmit(values), onSuccess: onClose });
  const refused = fieldErrors(send.error);
  const wrong = fields.filter((field) => problemOf(field, values[field.name] ?? ''));
  const change = (name: string, value: Value) => {
    send.reset();
    setValues((before) => ({ ...before, [name]: value }));
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (wrong.length === 0) send.mutate();
        }}
      >
        {children}
        {fields.map((field) => {
          const { name, label, hint, kind = 'text', options, placeholder, rows = 3 } = field;
          const value = values[name] ?? '';
          const isTyped = value !== '' && kind !== 'text';
          const problem = isTried || isTyped ? problemOf(field, value) : undefined;
          if (kind === 'check')
            return (
              <label key={name} className="check">
                <input
                  type="checkbox"
                  checked={value === true}
                  onChange={({ target }) => change(name, target.checked)}
                />
                {label}
              </label>
            );
          return (
            <Field key={name} label={label} hint={hint} error={problem ?? errorWithin(refused, name)}>
              {(id, more) => {
                const common = {
                  id,
                  'aria-describedby': more,
                  value: String(value),
                  ...(placeholder && { placeholder }),
                };
                const onChange = ({ target }: { target: { value: string } }) => change(name, target.value);
                if (options)
                  return (
                    <select {...common} onChange={onChange}>
                      {options.map(([key, text]) => (
                        <option key={key} value={key}>
                          {text}
                        </option>
                      ))}
                    </select>
                  );
                if (kind === 'long') return <textarea {...common} rows={rows} onChange={onChange} />;
                if (kind === 'json')
                  return (
                    <CodeArea
                      id={id}
                      describedBy={more}
                      rows={6}
                      value={String(value)}
                      {...(placeholder && { placeholder })}
                      onChange={(text) => change(name, text)}
                    />
                  );
                return <input {...common} inputMode={kind === 'number' ? 'decimal' : 'text'} onChange={onChange} />;
              }}
            </Field>
          );
        })}
        <FormError error={send.error} fields={fields.map(({ name }) => name)} />
        <div className="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={send.isPending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
