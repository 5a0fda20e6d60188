import { Button } from '../ui/basics.tsx';
import type { Upload } from './use-uploads.ts';

/** What is on its way, and what was refused. */
export const UploadList = ({ uploads, onDrop }: { uploads: readonly Upload[]; onDrop(key: number): void }) =>
  uploads.length > 0 && (
    <ul className="attachments uploads" aria-label="Uploads">
      {uploads.map(({ key, name, part, error }) => (
        <li key={key} className={error ? 'attachment invalid' : 'attachment'}>
          <div className="attachment-text">
            <span className="attachment-name" title={name}>
              {name}
            </span>
            {error ? (
              <span className="field-error" role="alert">
                {error}
              </span>
            ) : (
              <progress aria-label={`Upload of ${name}`} max={1} value={part} />
            )}
          </div>
          {error && (
            <Button look="quiet" aria-label={`Dismiss ${name}`} onClick={() => onDrop(key)}>
              ✕
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
