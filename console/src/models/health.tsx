import type { Provider } from '@client/api.ts';
import { Badge } from '../ui/basics.tsx';
import { Time } from '../ui/format.tsx';
import { reasonInWords } from './reasons.ts';

const states: Record<Provider['health']['status'], { label: string; tone: string }> = {
  unknown: { label: 'no answer yet', tone: '' },
  ok: { label: 'ok', tone: 'good' },
  cooling_down: { label: 'cooling down', tone: 'warn' },
  key_refused: { label: 'key refused', tone: 'bad' },
};

export function Health({ health: { status, reason, until } }: { health: Provider['health'] }) {
  const { label, tone } = states[status];
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {status === 'cooling_down' && (
        <div className="dim wrap">
          {reason && reasonInWords(reason)}{' '}
          {until && (
            <>
              Tried again <Time at={until} />.
            </>
          )}
        </div>
      )}
    </>
  );
}
