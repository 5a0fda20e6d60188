import { CopyButton } from '../ui/basics.tsx';

export const SecretOnce = ({ secret }: { secret: string }) => (
  <div className="note good">
    <p>
      <strong>The signing secret, shown this once:</strong>
    </p>
    <div className="row">
      <code className="wrap">{secret}</code>
      <CopyButton text={secret} />
    </div>
    <p>Every call carries X-Service-Signature: sha256=…, the HMAC of the body with this secret.</p>
  </div>
);
