import type { DiagnosticReport } from '@client/api.ts';
import { GatewayError } from '@client/errors.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { apiWithKey, dataOf } from '../api/client.ts';
import { Badge, Button, ErrorNote, Field, PageHead } from '../ui/basics.tsx';
import { duration, Time } from '../ui/format.tsx';

const categories = ['storage', 'search', 'models', 'delivery', 'realtime', 'security'] as const;

/** The gateway's message is about a header, which a person does not see here. */
const plainly = (error: Error | null) =>
  error instanceof GatewayError && error.status === 401 ? 'This gateway does not know that key.' : error;

const Report = ({ report }: { report: DiagnosticReport }) => (
  <section className="stack" aria-label="Report">
    <p>
      <Badge>{report.status}</Badge> {report.checks.length} checks in {duration(report.durationMs)} ·{' '}
      <Time at={report.startedAt} />
    </p>
    <div className="cards">
      {categories
        .map((category) => ({ category, checks: report.checks.filter((check) => check.category === category) }))
        .filter(({ checks }) => checks.length > 0)
        .map(({ category, checks }) => (
          <section key={category} className="card">
            <h2>{category.replace(/^./, (letter) => letter.toUpperCase())}</h2>
            <ul className="bare">
              {checks.map(({ id, status, latencyMs, message, hint }) => (
                <li key={id}>
                  <Badge>{status}</Badge> <strong>{id}</strong> <span className="dim">{duration(latencyMs)}</span>
                  <div className="wrap">{message}</div>
                  {hint && <div className="dim wrap">{hint}</div>}
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  </section>
);

/** The key is in the memory of this page only. Leaving the page forgets it. */
export function DiagnosticsPage() {
  const [key, setKey] = useState('');
  const run = useMutation({
    mutationFn: (kind: 'whole' | 'quick') => {
      const operator = apiWithKey(key.trim());
      return dataOf(kind === 'whole' ? operator.GET('/diagnostics') : operator.GET('/diagnostics/quick'));
    },
  });
  const history = useMutation({ mutationFn: () => dataOf(apiWithKey(key.trim()).GET('/diagnostics/history')) });
  return (
    <>
      <PageHead title="Diagnostics" lead="For operators: twelve checks that use each part for real." />
      <div className="stack">
        <form
          className="card form narrow"
          onSubmit={(event) => {
            event.preventDefault();
            run.mutate('whole');
          }}
        >
          <Field
            label="API key"
            hint="GATEWAY_API_KEY in .env, or a key with the scope diagnostics. It stays in this page and is stored nowhere."
          >
            {(id, more) => (
              <input
                id={id}
                aria-describedby={more}
                type="password"
                autoComplete="off"
                required
                value={key}
                onChange={({ target }) => setKey(target.value)}
              />
            )}
          </Field>
          <div className="row">
            <Button type="submit" look="primary" busy={run.isPending}>
              Check everything
            </Button>
            <Button busy={run.isPending} disabled={!key} onClick={() => run.mutate('quick')}>
              Quick check
            </Button>
            <Button busy={history.isPending} disabled={!key} onClick={() => history.mutate()}>
              Earlier ones
            </Button>
          </div>
        </form>
        <ErrorNote error={plainly(run.error ?? history.error)} />
        {run.data && <Report report={run.data} />}
        {history.data && (
          <section className="card">
            <h2>Earlier checks</h2>
            <ul className="bare">
              {history.data.data.map(({ id, status, startedAt, checks, durationMs }) => (
                <li key={id} className="row">
                  <Badge>{status}</Badge> <Time at={startedAt} /> {checks.length} checks · {duration(durationMs)}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  );
}
