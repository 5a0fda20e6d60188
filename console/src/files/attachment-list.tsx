import { Button } from '../ui/basics.tsx';
import { byteCount } from '../ui/format.tsx';
import { useObjectUrl } from './content.ts';
import { isImage } from './held-file.ts';
import { type Attachment, mostAttachments } from './use-attachments.ts';

type Actions = { onRemove(attachment: Attachment): void; onRetry(attachment: Attachment): void };

function Preview({ file }: { file: File }) {
  const address = useObjectUrl(file);
  return address ? <img src={address} alt="" /> : null;
}

function AttachmentItem({ attachment, onRemove, onRetry }: Actions & { attachment: Attachment }) {
  const { file, part, stored, error } = attachment;
  const isOpen = !stored && !error;
  return (
    <li className={error ? 'attachment invalid' : 'attachment'}>
      {isImage(file.type) && <Preview file={file} />}
      <div className="attachment-text">
        <span className="attachment-name" title={file.name}>
          {file.name}
        </span>
        {error ? (
          <span className="field-error" role="alert">
            {error}
          </span>
        ) : (
          <span className="dim">
            {byteCount(file.size)}
            {isOpen && ` · ${Math.floor(part * 100)} %`}
          </span>
        )}
        {isOpen && <progress aria-label={`Upload of ${file.name}`} max={1} value={part} />}
      </div>
      {error && (
        <Button look="quiet" aria-label={`Try again: ${file.name}`} onClick={() => onRetry(attachment)}>
          Try again
        </Button>
      )}
      <Button
        look="quiet"
        aria-label={isOpen ? `Cancel the upload of ${file.name}` : `Remove ${file.name}`}
        onClick={() => onRemove(attachment)}
      >
        ✕
      </Button>
    </li>
  );
}

/** Said to screen readers when it changes; the percentages are not. */
function summaryOf(attachments: readonly Attachment[]): string {
  const open = attachments.filter(({ stored, error }) => !stored && !error).length;
  if (open > 0) return `Uploading ${open} of ${attachments.length} …`;
  if (attachments.some(({ error }) => error))
    return 'Try again, or remove what could not be uploaded, to send the message.';
  return attachments.length === 0 ? '' : `Attached: ${attachments.map(({ file }) => file.name).join(', ')}`;
}

type Props = Actions & { attachments: readonly Attachment[]; tooMany: boolean };

export function AttachmentList({ attachments, tooMany, ...actions }: Props) {
  return (
    <>
      {attachments.length > 0 && (
        <ul className="attachments" aria-label="Attachments">
          {attachments.map((attachment) => (
            <AttachmentItem key={attachment.key} attachment={attachment} {...actions} />
          ))}
        </ul>
      )}
      <p className={attachments.some(({ error }) => error) ? 'dim' : 'visually-hidden'} role="status">
        {summaryOf(attachments)}
      </p>
      {tooMany && (
        <p className="field-error" role="alert">
          A message holds at most {mostAttachments} files; the others were left out.
        </p>
      )}
    </>
  );
}
