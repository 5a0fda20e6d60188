import type { ProviderTest } from '@client/api.ts';
import { useEffect, useRef } from 'react';
import { counted, duration } from '../ui/format.tsx';

/** What a test found out, in the row of the connection. */
export function TestResult({ result: { ok, latencyMs, models, reason } }: { result: ProviderTest }) {
  const element = useRef<HTMLDivElement>(null);
  // The row of a new connection may be out of sight.
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const listed = models === null ? '' : `, lists ${counted(models, 'model')}`;
  return (
    <div ref={element} className={ok ? 'test-result good' : 'test-result bad'} role="status">
      {ok ? `Answers in ${duration(latencyMs)}${listed}.` : reason}
    </div>
  );
}
