import type { ReactNode } from 'react';
import { Button, ErrorNote } from '../ui/basics.tsx';

type Save = { error: unknown; isSuccess: boolean; isPending: boolean };

/** The end of a form of settings: what went wrong, that it was saved, and the button. */
export function SaveRow({ save, children }: { save: Save; children: ReactNode }) {
  return (
    <>
      <ErrorNote error={save.error} />
      <div className="actions">
        {save.isSuccess && <span role="status">Saved.</span>}
        <Button type="submit" look="primary" busy={save.isPending}>
          {children}
        </Button>
      </div>
    </>
  );
}
