import type { ReactNode } from 'react';

type Props = { lead: ReactNode; onSubmit?(): void; children: ReactNode };

/** The card in the middle of a page that needs no sign-in. */
export const Entrance = ({ lead, onSubmit, children }: Props) => (
  <main className="sign-in" id="main">
    <form
      className="card"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
    >
      <h1>
        <img src="/console/icon.svg" alt="" width="32" height="32" /> Agent Gateway
      </h1>
      <p className="lead">{lead}</p>
      {children}
    </form>
  </main>
);
