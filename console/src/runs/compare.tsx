import type { JobDetails } from '@client/api.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../api/queries.ts';
import { Badge, ErrorNote, Loading } from '../ui/basics.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { duration, money, number, Time } from '../ui/format.tsx';

const rows: [label: string, show: (job: JobDetails) => string][] = [
  ['Model', ({ model }) => model ?? ''],
  ['Tokens', ({ usage }) => `${number(usage.promptTokens)} + ${number(usage.completionTokens)}`],
  ['Cost', ({ costUsd }) => money(costUsd)],
  ['Time', ({ durationMs }) => duration(durationMs)],
  ['Tools used', ({ toolCallCount }) => String(toolCallCount)],
  ['Question', ({ message }) => message],
  ['Answer', ({ content }) => content ?? ''],
];

/** Two runs side by side: their figures, questions and answers. */
export function Comparison({ job, otherId, onClose }: { job: JobDetails; otherId: string; onClose(): void }) {
  const { data: other, error } = queries.useQuery('get', '/jobs/{id}', { params: { path: { id: otherId } } });
  return (
    <Dialog title="Two runs side by side" onClose={onClose} wide>
      <ErrorNote error={error} />
      {!other && !error && <Loading />}
      {other && (
        <div className="table-scroll">
          <table className="compared">
            <thead>
              <tr>
                <td />
                {[job, other].map((each) => (
                  <th key={each.id} scope="col">
                    <Link to="/runs/$id" params={{ id: each.id }}>
                      <Time at={each.createdAt} />
                    </Link>{' '}
                    <Badge>{each.status}</Badge>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([label, show]) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {[job, other].map((each) => (
                    <td key={each.id} className={show(job) === show(other) ? 'prewrap' : 'prewrap differs'}>
                      {show(each)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  );
}

/** The other runs of the agent, to compare with. */
export function CompareWith({ job, onChoose }: { job: JobDetails; onChoose(id: string): void }) {
  const query = { agentId: job.agentId, limit: 30 };
  const { data } = useQuery(queries.queryOptions('get', '/jobs', { params: { query } }));
  const others = (data?.data ?? []).filter(({ id }) => id !== job.id);
  if (others.length === 0) return null;
  return (
    <select aria-label="Compare with" value="" onChange={({ target }) => onChoose(target.value)}>
      <option value="">Compare with …</option>
      {others.map(({ id, message }) => (
        <option key={id} value={id}>
          {message.slice(0, 60) || id}
        </option>
      ))}
    </select>
  );
}
