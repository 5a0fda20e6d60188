import { useState } from 'react';
import { pages, useAgentName } from '../api/queries.ts';
import { cronInWords } from '../schedules/cron-in-words.ts';
import { NewCron } from '../schedules/new-cron.tsx';
import { NewHeartbeat } from '../schedules/new-heartbeat.tsx';
import { ScheduleCard } from '../schedules/schedule-card.tsx';
import { Button, Empty, PageHead } from '../ui/basics.tsx';
import { Listing } from '../ui/list.tsx';

const every = (seconds: number) =>
  seconds % 3_600 === 0
    ? `every ${seconds / 3_600} h`
    : seconds % 60 === 0
      ? `every ${seconds / 60} min`
      : `every ${seconds} s`;

const inWords = (cron: string) => cronInWords(cron) ?? cron;

export function SchedulesPage() {
  const [creating, setCreating] = useState<'heartbeat' | 'cron' | undefined>();
  const nameOf = useAgentName();
  const close = () => setCreating(undefined);
  return (
    <>
      <PageHead
        title="Schedules"
        lead="Agents that wake by themselves: when a page or feed has news, or at a time of day."
      >
        <Button onClick={() => setCreating('heartbeat')}>New heartbeat</Button>
        <Button look="primary" onClick={() => setCreating('cron')}>
          New cron
        </Button>
      </PageHead>
      <div className="stack">
        <section>
          <h2 className="list-title">Heartbeats</h2>
          <Listing
            query={pages('/heartbeat', {})}
            refetchMs={30_000}
            empty={
              <Empty title="No heartbeats yet">
                <p>A heartbeat looks at a feed or a page and wakes an agent only when there is something new.</p>
              </Empty>
            }
          >
            {(heartbeats) => (
              <ul className="cards single">
                {heartbeats.map((item) => (
                  <ScheduleCard
                    key={item.id}
                    route="/heartbeat"
                    item={item}
                    title={item.name}
                    about={`${item.type.toUpperCase()} ${item.url}`}
                    when={`${item.cron ? inWords(item.cron) : item.intervalSeconds ? every(item.intervalSeconds) : ''} → ${nameOf(item.agentId)}`}
                  />
                ))}
              </ul>
            )}
          </Listing>
        </section>
        <section>
          <h2 className="list-title">Cron</h2>
          <Listing
            query={pages('/cron', {})}
            refetchMs={30_000}
            empty={
              <Empty title="No cron schedules yet">
                <p>A cron schedule says the same thing to an agent at the times you set.</p>
              </Empty>
            }
          >
            {(schedules) => (
              <ul className="cards single">
                {schedules.map((item) => (
                  <ScheduleCard
                    key={item.id}
                    route="/cron"
                    item={item}
                    title={item.name}
                    about={item.message}
                    when={`${inWords(item.cron)} (${item.timezone}) → ${nameOf(item.agentId)}`}
                  />
                ))}
              </ul>
            )}
          </Listing>
        </section>
      </div>
      {creating === 'heartbeat' && <NewHeartbeat onClose={close} />}
      {creating === 'cron' && <NewCron onClose={close} />}
    </>
  );
}
