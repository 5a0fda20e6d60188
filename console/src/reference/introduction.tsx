import { Link } from '@tanstack/react-router';
import { CopyButton, Json } from '../ui/basics.tsx';

const login = () => `TOKEN=$(curl -s ${location.origin}/auth/login -H 'content-type: application/json' \\
  -d '{"email": "you@example.com", "password": "…"}' | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')
curl -s ${location.origin}/agents -H "Authorization: Bearer $TOKEN"`;

const problem = `{
  "type": "urn:agent-gateway:problem:validation_failed",
  "title": "Bad Request",
  "status": 400,
  "code": "validation_failed",
  "detail": "tools.0: there is no tool \\"calculater\\".",
  "requestId": "…",
  "errors": [{ "path": "tools.0", "message": "there is no tool \\"calculater\\"" }]
}`;

/** What holds for every operation. */
export function Introduction() {
  return (
    <>
      <section>
        <h2>Signing requests</h2>
        <p>
          Every request names who sends it: <code>Authorization: Bearer …</code> with an access token, which lives 15
          minutes, or with a <Link to="/account">personal key</Link> (<code>agw_…</code>), which stays until it is
          revoked. The forms of these pages send your own sign-in. <code>X-Workspace-ID</code> chooses the workspace;
          without it, it is your own. Operators send an API key as <code>x-api-key</code>.
        </p>
        <div className="split">
          <h3>From a shell</h3>
          <CopyButton text={login()} />
        </div>
        <Json value={login()} label="Signing in from a shell" />
      </section>
      <section>
        <h2>Errors</h2>
        <p>
          A refusal is <code>application/problem+json</code>. <code>code</code> is stable and meant for programs,{' '}
          <code>detail</code> for people, <code>errors</code> names the fields. With 429 and 503,{' '}
          <code>Retry-After</code> says how many seconds to wait. The operator finds a request in the log by its{' '}
          <code>requestId</code>.
        </p>
        <Json value={problem} label="A refusal" />
      </section>
      <section>
        <h2>Pages</h2>
        <p>
          A list answers <code>{'{ "data": […], "nextCursor": "…" }'}</code>. Send <code>nextCursor</code> back as{' '}
          <code>cursor</code> for the next page; it is <code>null</code> on the last. <code>limit</code> is at most 200.
        </p>
      </section>
      <section>
        <h2>Sending once</h2>
        <p>
          A POST with <code>Idempotency-Key</code> is done once: the same request with the same key gets the same
          answer, for 24 hours.
        </p>
      </section>
    </>
  );
}
