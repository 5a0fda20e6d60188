import type { Propagation, PropagationJudgement } from '@client/api.ts';
import { useMutation } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.ts';
import { forget, pages } from '../api/queries.ts';
import { Badge, Button, Empty, ErrorNote } from '../ui/basics.tsx';
import { Time } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';
import { tierLabels } from './tiers.ts';

const way = ({ fromTier, toTier }: Pick<Propagation, 'fromTier' | 'toTier'>) =>
  `${tierLabels[fromTier]} → ${tierLabels[toTier]}`;

const Judgement = ({ item, taken }: { item: PropagationJudgement; taken: boolean }) => (
  <li className="card">
    <p className="wrap">{item.content}</p>
    <p className="meta">
      <Badge tone={taken ? 'good' : ''}>{taken ? 'promoted' : 'stays'}</Badge> {way(item)} · {item.reason}
    </p>
    <details>
      <summary className="meta">What was looked at</summary>
      <p className="meta">
        It takes source, current, policy and not reverted, and then either recalls, questions and recent, or lasting.
      </p>
      <ul className="gates">
        {item.gates.map(({ gate, passed, detail }) => (
          <li key={gate}>
            <span aria-hidden="true">{passed ? '✓' : '✕'}</span>
            <span className="visually-hidden">{passed ? 'passed' : 'failed'}</span> {gate}: {detail}
          </li>
        ))}
      </ul>
    </details>
  </li>
);

export function Promotions() {
  const look = useMutation({
    mutationFn: (dryRun: boolean) => dataOf(api.POST('/memory/propagate', { body: { dryRun } })),
    onSuccess: () => forget('/memory'),
  });
  const revert = useMutation({
    mutationFn: (id: string) => api.POST('/memory/propagations/{id}/revert', { params: { path: { id } } }),
    onSuccess: () => forget('/memory'),
  });
  const report = look.data;
  return (
    <div className="stack">
      <div className="row">
        <Button busy={look.isPending} onClick={() => look.mutate(true)}>
          See what would be promoted
        </Button>
        <Button busy={look.isPending} onClick={() => look.mutate(false)}>
          Promote now
        </Button>
      </div>
      <ErrorNote error={look.error ?? revert.error} />
      {report && (
        <section>
          <h2 className="list-title">{report.dryRun ? 'What would happen' : 'What happened'}</h2>
          {report.propagations.length + report.skipped.length === 0 && (
            <p className="dim">There was nothing to decide.</p>
          )}
          <ul className="cards single">
            {report.propagations.map((item) => (
              <Judgement key={item.entryId} item={item} taken />
            ))}
            {report.skipped.map((item) => (
              <Judgement key={item.entryId} item={item} taken={false} />
            ))}
          </ul>
        </section>
      )}
      <section>
        {report && <h2 className="list-title">Promoted so far</h2>}
        <Listing
          query={pages('/memory/propagations', {})}
          empty={
            <Empty title="Nothing was promoted yet">
              <p>
                What keeps being recalled, or says something lasting about you, moves from days to notes and profile.
              </p>
            </Empty>
          }
        >
          {(propagations) => (
            <ul className="cards single">
              {propagations.map((item) => (
                <li key={item.id} className="card">
                  <p className="wrap">{item.content}</p>
                  <div className="row meta">
                    <span>
                      {way(item)}, because: {item.reason}
                    </span>
                    <Time at={item.createdAt} />
                    {item.revertedAt ? (
                      <Badge>reverted</Badge>
                    ) : (
                      <Button
                        look="quiet"
                        busy={revert.isPending && revert.variables === item.id}
                        onClick={() => revert.mutate(item.id)}
                      >
                        Take back
                      </Button>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          )}
        </Listing>
      </section>
    </div>
  );
}
