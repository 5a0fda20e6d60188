import { CodeArea, Field } from '../ui/basics.tsx';
import type { Draft } from './draft.ts';

type Props = {
  draft: Draft;
  onChange(next: Partial<Draft>): void;
  errorOf(name: keyof Draft): string | undefined;
};

const example = '{"type": "object", "properties": {"total": {"type": "number"}}, "required": ["total"]}';

/** What the answers look like: text, or JSON of a schema. */
export function AnswerFormat({ draft, onChange, errorOf }: Props) {
  return (
    <details>
      <summary>Structured answers</summary>
      <div className="form">
        <Field
          label="JSON Schema of the answers"
          hint="Empty for answers in text. The answer is checked, and asked for once more if it does not fit."
          error={errorOf('formatSchema')}
        >
          {(id, more) => (
            <CodeArea
              id={id}
              describedBy={more}
              rows={6}
              placeholder={example}
              value={draft.formatSchema}
              onChange={(text) => onChange({ formatSchema: text })}
            />
          )}
        </Field>
        {draft.formatSchema.trim() !== '' && (
          <>
            <Field label="Name of the schema" hint="Told to the model." error={errorOf('formatName')}>
              {(id, more) => (
                <input
                  id={id}
                  aria-describedby={more}
                  value={draft.formatName}
                  onChange={({ target }) => onChange({ formatName: target.value })}
                />
              )}
            </Field>
            <label className="check">
              <input
                type="checkbox"
                checked={draft.formatStrict}
                onChange={({ target }) => onChange({ formatStrict: target.checked })}
              />
              The provider enforces it, if it can
            </label>
          </>
        )}
      </div>
    </details>
  );
}
