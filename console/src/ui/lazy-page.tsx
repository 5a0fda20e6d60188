import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { isGone, onReturn } from '../connection.ts';
import { Button, Empty, Loading } from './basics.tsx';

const reloadedFor = 'console.reloaded';

/** The file is gone although the gateway answers: a newer console has been built. Reloads once. */
async function reloadIfReplaced(): Promise<void> {
  const answers = await fetch('/health', { credentials: 'omit', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!answers) return isGone();
  if (sessionStorage.getItem(reloadedFor) === location.href) return;
  sessionStorage.setItem(reloadedFor, location.href);
  location.reload();
}

/** A page in a file of its own. If it cannot be loaded, the rest of the console stays, and it can be tried again. */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): (() => ReactNode) & { preload(): Promise<void> } {
  let Loaded: ComponentType | undefined;
  let loading: Promise<void> | undefined;
  const preload = () => {
    loading ??= load()
      .then((file) => {
        Loaded = file[name];
      })
      .catch(() => {
        loading = undefined;
      });
    return loading;
  };
  function Page() {
    const [state, setState] = useState<'loading' | 'failed' | 'loaded'>(Loaded ? 'loaded' : 'loading');
    useEffect(() => {
      if (state !== 'loading') return;
      let isShown = true;
      void preload().then(() => {
        if (isShown) setState(Loaded ? 'loaded' : 'failed');
        if (!Loaded) void reloadIfReplaced();
      });
      return () => {
        isShown = false;
      };
    }, [state]);
    useEffect(() => onReturn(() => setState((before) => (before === 'failed' ? 'loading' : before))), []);
    if (Loaded) return <Loaded />;
    if (state !== 'failed') return <Loading />;
    return (
      <Empty title="This page could not be loaded">
        <p>The gateway does not answer. The page opens by itself when it does.</p>
        <Button look="primary" onClick={() => setState('loading')}>
          Try again
        </Button>
      </Empty>
    );
  }
  return Object.assign(Page, { preload });
}
