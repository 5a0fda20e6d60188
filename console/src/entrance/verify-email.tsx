import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { forget } from '../api/queries.ts';
import { Button, ErrorNote } from '../ui/basics.tsx';
import { Entrance } from './entrance.tsx';
import { useMailedToken } from './mailed-token.ts';

/** Where the mail about an address leads. A click confirms: programs that read mails open its links too. */
export function VerifyEmailPage() {
  const token = useMailedToken();
  const verify = useMutation({
    mutationFn: () => api.POST('/auth/email/verify', { body: { token: token ?? '' } }),
    onSuccess: () => forget('/auth/me'),
  });
  const onward = (
    <Link to="/chat" className="button primary whole">
      Go to the console
    </Link>
  );
  if (!token) return <Entrance lead="This link has no token. Open it from the mail again.">{onward}</Entrance>;
  if (verify.isSuccess) return <Entrance lead="Thank you. The address is confirmed.">{onward}</Entrance>;
  return (
    <Entrance lead="Confirm that this address is yours." onSubmit={() => verify.mutate()}>
      <ErrorNote error={verify.error} />
      <Button type="submit" look="primary" className="whole" busy={verify.isPending}>
        Confirm
      </Button>
    </Entrance>
  );
}
