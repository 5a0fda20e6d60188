import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { api, dataOf } from '../api/client.ts';
import { forget, meQuery, queryClient, switchWorkspace, workspacesQuery } from '../api/queries.ts';
import { signOut, useSession } from '../session.ts';
import { Button, ErrorNote, Loading } from '../ui/basics.tsx';
import { Entrance } from './entrance.tsx';
import { useMailedToken } from './mailed-token.ts';
import { SignIn } from './sign-in.tsx';

function Join({ token }: { token: string }) {
  const { data: me } = useQuery(meQuery);
  const navigate = useNavigate();
  const join = useMutation({
    mutationFn: () => dataOf(api.POST('/auth/invitations/accept', { body: { token } })),
    onSuccess: async ({ workspaceId }) => {
      await forget('/workspaces');
      switchWorkspace(workspaceId);
      await navigate({ to: '/workspace' });
    },
  });
  return (
    <Entrance lead={`You are signed in as ${me?.email ?? '…'}.`} onSubmit={() => join.mutate()}>
      <ErrorNote error={join.error} />
      <Button type="submit" look="primary" className="whole" busy={join.isPending}>
        Join the workspace
      </Button>
      <p className="switch">
        <Button look="quiet" onClick={() => void signOut()}>
          Sign in as somebody else
        </Button>
      </p>
    </Entrance>
  );
}

/** Where an invitation's mail leads: somebody with an account joins, somebody without makes one that has joined. */
export function InvitationPage() {
  const token = useMailedToken();
  const { status } = useSession();
  const navigate = useNavigate();
  /** A new account has joined by its registration. */
  async function openJoined(): Promise<void> {
    const { data } = await queryClient.fetchQuery(workspacesQuery);
    switchWorkspace(data.find(({ personal }) => !personal)?.id);
    await navigate({ to: '/workspace' });
  }
  if (!token)
    return (
      <Entrance lead="This link has no token. Open it from the mail again.">
        <Link to="/chat" className="button primary whole">
          Go to the console
        </Link>
      </Entrance>
    );
  if (status === 'unknown') return <Loading />;
  if (status === 'signed-out')
    return (
      <SignIn
        lead="You are invited to a workspace. Sign in with the address the mail came to, or create an account with it."
        invitation={token}
        onRegistered={() => void openJoined()}
      />
    );
  return <Join token={token} />;
}
