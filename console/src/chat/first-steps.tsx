import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { queries } from '../api/queries.ts';
import { Button } from '../ui/basics.tsx';

const dismissed = 'console.first-steps';
const one = { params: { query: { limit: 1 } } };
/** What agents are told to remember lands here first. */
const oneOfDay = { params: { query: { limit: 1, tier: 'daily' as const } } };
const seldom = { staleTime: 60_000 };

type Step = { name: string; isDone: boolean; how: ReactNode };

/** What a new person tries first, ticked off by what has really happened. Gone once all is done, or when it is put away. */
export function FirstSteps({ onAsk }: { onAsk(text: string): void }) {
  const [isHidden, setHidden] = useState(() => localStorage.getItem(dismissed) !== null);
  const options = { ...seldom, enabled: !isHidden };
  const { data: sessions } = queries.useQuery('get', '/sessions', one, options);
  const { data: entries } = queries.useQuery('get', '/memory/entries', oneOfDay, options);
  const { data: received } = queries.useQuery('get', '/webhook-inspector', one, options);
  if (isHidden || !sessions || !entries || !received) return null;
  const steps: Step[] = [
    { name: 'Get an answer', isDone: sessions.data.length > 0, how: 'Click one of the questions above.' },
    {
      name: 'Be remembered',
      isDone: entries.data.length > 0,
      how: (
        <Button look="quiet" onClick={() => onAsk('Remember that I prefer short answers.')}>
          Tell it something to remember
        </Button>
      ),
    },
    {
      name: 'Receive a webhook',
      isDone: received.data.length > 0,
      how: <Link to="/webhooks">Make one and send a test</Link>,
    },
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <section className="card first-steps" aria-label="First steps">
      <header>
        <h3>First steps</h3>
        <Button
          look="quiet"
          onClick={() => {
            localStorage.setItem(dismissed, 'put away');
            setHidden(true);
          }}
        >
          Put away
        </Button>
      </header>
      <ol>
        {steps.map(({ name, isDone, how }) => (
          <li key={name}>
            <span className={isDone ? 'step-mark done' : 'step-mark'} aria-hidden="true">
              {isDone ? '✓' : ''}
            </span>
            <span>
              {name}
              {isDone && <span className="visually-hidden"> (done)</span>}
            </span>
            {!isDone && <span className="dim">{how}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
