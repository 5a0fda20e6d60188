import { useId, useState } from 'react';
import { Button } from '../ui/basics.tsx';
import { ModelPicker } from './model-picker.tsx';
import type { Target } from './targets.ts';

const mostFallbacks = 8;
const isTarget = (text: string) => /^[^\s/]+\/\S/.test(text);

type Props = { fallbacks: string[]; targets: Target[]; error?: string | undefined; onChange(next: string[]): void };

function moved(list: string[], from: number, to: number): string[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

/** Who is asked instead, in this order. */
export function FallbackList({ fallbacks, targets, error, onChange }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const isListed = (target: string) => targets.length === 0 || targets.some((each) => each.id === target);
  function add(target: string): void {
    const added = target.trim();
    if (!isTarget(added)) setProblem('A connection or pool and a model, such as anthropic/claude-sonnet-4-5.');
    else if (fallbacks.includes(added)) setProblem('It is in the list already.');
    else {
      onChange([...fallbacks, added]);
      setText('');
      setProblem(undefined);
    }
  }
  return (
    <div className={problem || error ? 'field invalid' : 'field'}>
      {fallbacks.length > 0 && (
        <ol className="fallbacks">
          {fallbacks.map((target, index) => (
            <li key={target}>
              <span className="wrap">
                <code>{target}</code>
                {!isListed(target) && <small className="dim"> not listed now</small>}
              </span>
              <span className="fallback-actions">
                <Button
                  look="quiet"
                  aria-label={`${target}: earlier`}
                  disabled={index === 0}
                  onClick={() => onChange(moved(fallbacks, index, index - 1))}
                >
                  ↑
                </Button>
                <Button
                  look="quiet"
                  aria-label={`${target}: later`}
                  disabled={index === fallbacks.length - 1}
                  onClick={() => onChange(moved(fallbacks, index, index + 1))}
                >
                  ↓
                </Button>
                <Button
                  look="quiet"
                  className="danger"
                  aria-label={`Remove ${target}`}
                  onClick={() => onChange(fallbacks.filter((each) => each !== target))}
                >
                  ✕
                </Button>
              </span>
            </li>
          ))}
        </ol>
      )}
      {fallbacks.length < mostFallbacks && (
        <div className="row add-fallback">
          <ModelPicker
            id={id}
            label="Fallback to add"
            describedBy={`${id}-more`}
            targets={targets.filter((target) => !fallbacks.includes(target.id))}
            value={text}
            placeholder="Choose a model"
            onChange={(next) => {
              setProblem(undefined);
              setText(next);
            }}
            onChoose={add}
          />
          <Button aria-label="Add the fallback" disabled={text.trim() === ''} onClick={() => add(text)}>
            Add
          </Button>
        </div>
      )}
      <div
        id={`${id}-more`}
        className={problem || error ? 'field-error' : 'field-hint'}
        role={problem || error ? 'alert' : undefined}
      >
        {problem ?? error}
      </div>
    </div>
  );
}
