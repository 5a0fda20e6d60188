import type { KnowledgeDocument } from '@client/api.ts';
import { Badge } from '../ui/basics.tsx';

const words = { queued: 'waiting', processing: 'being read', ready: 'ready', failed: 'failed' };
const tones = { queued: 'busy', processing: 'busy', ready: 'good', failed: 'bad' };

/** It is not read yet. */
export const openStates: readonly string[] = ['queued', 'processing'];

/** How far a document is, and why it is no further. */
export const DocumentState = ({ document: { status, progress, reason, title } }: { document: KnowledgeDocument }) => (
  <div className="document-state">
    <Badge tone={tones[status]}>{words[status]}</Badge>
    {status === 'processing' && <progress aria-label={`Reading ${title}`} max={1} value={progress} />}
    {status === 'failed' && reason && <span className="field-error wrap">{reason}</span>}
  </div>
);
