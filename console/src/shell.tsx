import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { meQuery, queryClient, switchWorkspace, workspacesQuery } from './api/queries.ts';
import { inShort, pendingQuery } from './approvals/pending.ts';
import { forgetDrafts } from './chat/drafts.ts';
import { forgetConversations, lastConversation } from './chat/last-conversation.ts';
import { useConnection } from './connection.ts';
import { SignIn } from './entrance/sign-in.tsx';
import { account, Icon, navigation, openPages } from './navigation.tsx';
import { signOut, useSession } from './session.ts';
import { currentTheme, nextTheme } from './theme.ts';
import { Button, Loading } from './ui/basics.tsx';
import { CommandPalette } from './ui/command-palette.tsx';
import { Toasts } from './ui/toasts.tsx';

function ThemeSwitch() {
  const [theme, setTheme] = useState(currentTheme);
  return (
    <Button look="quiet" onClick={() => setTheme(nextTheme())} title="Switch between the system's, light and dark">
      {{ system: '◐ System', light: '☀ Light', dark: '☾ Dark' }[theme]}
    </Button>
  );
}

function WorkspaceSwitch() {
  const { workspaceId } = useSession();
  const { data: workspaces = [] } = useQuery(workspacesQuery);
  const { data: me } = useQuery(meQuery);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <select
      aria-label="Workspace"
      value={workspaceId ?? me?.defaultWorkspaceId ?? ''}
      onChange={({ target }) => {
        switchWorkspace(target.value === me?.defaultWorkspaceId ? undefined : target.value);
        // The open conversation belongs to the previous workspace.
        if (pathname === '/chat') void navigate({ to: '/chat', search: lastConversation(), replace: true });
      }}
    >
      {workspaces.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

function Account() {
  const { data: me } = useQuery(meQuery);
  return (
    <div className="account">
      <Link to="/account" className="account-name" activeProps={{ 'aria-current': 'page' }} title={me?.email}>
        {me?.name ?? me?.email ?? 'Account'}
      </Link>
      <div className="row">
        <ThemeSwitch />
        <Button look="quiet" onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </div>
  );
}

/** How many approvals wait, beside the name of the page. */
function Waiting() {
  const { data: pending = [] } = useQuery(pendingQuery);
  if (pending.length === 0) return null;
  return (
    <span className="nav-count">
      {inShort(pending.length)}
      <span className="visually-hidden"> waiting</span>
    </span>
  );
}

function ConnectionBanner() {
  const connection = useConnection();
  return (
    <div role="status" aria-label="Connection">
      {connection === 'gone' && (
        <p className="banner bad">
          The gateway does not answer. What you see may be old; it is read anew as soon as it is back.
        </p>
      )}
      {connection === 'back' && <p className="banner good">The gateway is back.</p>}
    </div>
  );
}

const Logo = ({ search }: { search: object }) => (
  <Link to="/chat" search={search} className="logo">
    <img src="/console/icon.svg" alt="" width="24" height="24" /> Agent Gateway
  </Link>
);

export function Shell() {
  const { status, workspaceId } = useSession();
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState(false);
  const page = [...navigation, account].find(({ to }) => pathname.startsWith(to));
  useEffect(() => {
    document.title = page ? `${page.label} · Agent Gateway` : 'Agent Gateway';
  }, [page]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes whenever another page is opened.
  useEffect(() => setOpen(false), [pathname]);

  useEffect(() => {
    if (status !== 'signed-out') return;
    // The next person to sign in here must find no data of this one.
    queryClient.clear();
    forgetConversations();
    forgetDrafts();
  }, [status]);

  if (openPages.includes(pathname)) return <Outlet />;
  if (status === 'unknown') return <Loading />;
  if (status === 'signed-out') return <SignIn />;
  // "Chat" leads to the open conversation, or to the last one.
  const conversation = pathname === '/chat' ? search : lastConversation();
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <header className="topbar">
        <Button
          look="quiet"
          aria-expanded={open}
          aria-controls="sidebar"
          aria-label="Menu"
          onClick={() => setOpen(!open)}
        >
          ☰
        </Button>
        <Logo search={conversation} />
      </header>
      <aside id="sidebar" className={open ? 'sidebar open' : 'sidebar'}>
        <Logo search={conversation} />
        <WorkspaceSwitch />
        <nav aria-label="Pages">
          {navigation.map(({ to, label, icon, isFirst }) => (
            <Link
              key={to}
              to={to}
              className={isFirst ? 'first' : ''}
              search={to === '/chat' ? conversation : {}}
              activeProps={{ 'aria-current': 'page' }}
            >
              <Icon path={icon} /> {label}
              {to === '/approvals' && <Waiting />}
            </Link>
          ))}
        </nav>
        <Account />
      </aside>
      <main id="main" tabIndex={-1} key={workspaceId ?? 'own'}>
        <ConnectionBanner />
        <Outlet />
      </main>
      <Toasts />
      <CommandPalette />
    </div>
  );
}
