import { GatewayError } from '@client/errors.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button, ErrorNote } from '../ui/basics.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { byteCount } from '../ui/format.tsx';
import { contentQuery, save, useObjectUrl, useSeen } from './content.ts';
import type { HeldFile } from './held-file.ts';

function SaveButton({ file: { fileId, name } }: { file: HeldFile }) {
  const saving = useMutation({ mutationFn: () => save(fileId, name) });
  return (
    <>
      <Button look="quiet" busy={saving.isPending} aria-label={`Save ${name}`} onClick={() => saving.mutate()}>
        Save
      </Button>
      <ErrorNote error={saving.error} />
    </>
  );
}

const absent = (error: unknown) =>
  error instanceof GatewayError && error.status === 404 ? 'It was deleted.' : 'It could not be loaded.';

/** The frame has its size before the image is there, so nothing moves when it comes. */
function HeldImage({ file }: { file: HeldFile }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isLarge, setLarge] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const isSeen = useSeen(frame);
  const { data, error } = useQuery({ ...contentQuery(file.fileId), enabled: isSeen });
  const address = useObjectUrl(data);
  const note = error ? absent(error) : isBroken ? 'It cannot be shown.' : address ? undefined : 'Loading …';
  return (
    <div className="held-image" ref={frame}>
      {note || !address ? (
        <span className="dim">
          {file.name}: {note}
        </span>
      ) : (
        <button type="button" title={file.name} onClick={() => setLarge(true)}>
          <img src={address} alt={file.name} onError={() => setBroken(true)} />
        </button>
      )}
      {isLarge && address && (
        <Dialog title={file.name} wide onClose={() => setLarge(false)}>
          <img className="whole-image" src={address} alt={file.name} />
          <div className="actions">
            <SaveButton file={file} />
          </div>
        </Dialog>
      )}
    </div>
  );
}

/** Files of a message or of a tool's result: images to see, others to save. */
export function HeldFiles({ files, label }: { files: readonly HeldFile[]; label: string }) {
  if (files.length === 0) return null;
  return (
    <ul className="held-files" aria-label={label}>
      {files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message can hold a file twice, and its parts keep their places.
        <li key={index}>
          {file.type === 'image' ? (
            <HeldImage file={file} />
          ) : (
            <div className="held-document">
              <span className="wrap">{file.name}</span>
              <span className="dim">{byteCount(file.bytes)}</span>
              <SaveButton file={file} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
