import { memo } from 'react';
import { CopyButton } from '../ui/basics.tsx';
import { highlighted } from './highlight.ts';

/** Code with its language, its colours and a button that copies it. */
export const CodeBlock = memo(({ code, language }: { code: string; language: string | undefined }) => (
  <div className="code-block">
    <header>
      <span>{language || 'text'}</span>
      <CopyButton text={code} label="Copy code" />
    </header>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
    <section className="code" tabIndex={0} aria-label="Code">
      <pre>
        <code>
          {highlighted(code, language).map(({ kind, text }, index) =>
            kind ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the text only grows at its end.
              <span key={index} className={`code-${kind}`}>
                {text}
              </span>
            ) : (
              text
            ),
          )}
        </code>
      </pre>
    </section>
  </div>
));
