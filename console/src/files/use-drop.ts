import { useEffect, useState } from 'react';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** Takes files dropped anywhere on the page: one that is dropped beside its target would replace the page, and the draft. */
export function useDrop(onFiles: (files: FileList) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      // Left the window, not only an element of it.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer) onFiles(event.dataTransfer.files);
    };
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener('dragover', over, { signal });
    addEventListener('dragleave', leave, { signal });
    addEventListener('drop', drop, { signal });
    return () => stop.abort();
  }, [onFiles]);
  return isOver;
}

/** The files of the clipboard. Programs for texts and tables also give a picture of what was copied; then the text is meant. */
export function pastedFiles({ files, types }: DataTransfer): FileList | undefined {
  const isText = types.includes('text/plain') && (types.includes('text/html') || types.includes('text/rtf'));
  return files.length > 0 && !isText ? files : undefined;
}
