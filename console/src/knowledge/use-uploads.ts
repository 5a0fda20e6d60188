import { useCallback, useRef, useState } from 'react';
import { api } from '../api/client.ts';
import { forget } from '../api/queries.ts';
import { upload } from '../files/upload.ts';

/** A file on its way into a collection. */
export type Upload = { key: number; name: string; part: number; error?: string };

/** Sends a file, and makes a document of it: a new one, or the next form of `documentId`. */
export async function sendDocument(
  id: string,
  file: File,
  onProgress: (part: number) => void,
  documentId?: string,
): Promise<void> {
  const stored = await upload(file, { signal: new AbortController().signal, onProgress });
  const body = { fileId: stored.id };
  if (documentId)
    await api.PUT('/knowledge/{id}/documents/{documentId}', { params: { path: { id, documentId } }, body });
  else await api.POST('/knowledge/{id}/documents', { params: { path: { id } }, body });
  await forget('/knowledge');
}

/** Uploads go on when the page is left: the documents are there when it is opened again. */
export function useUploads(collectionId: string) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const nextKey = useRef(0);
  const drop = useCallback((key: number) => setUploads((all) => all.filter((each) => each.key !== key)), []);
  const add = useCallback(
    (files: Iterable<File>) => {
      for (const file of files) {
        const key = nextKey.current++;
        const change = (next: Partial<Upload>) =>
          setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...next } : each)));
        setUploads((all) => [...all, { key, name: file.name, part: 0 }]);
        sendDocument(collectionId, file, (part) => change({ part })).then(
          () => drop(key),
          (error: unknown) => change({ error: error instanceof Error ? error.message : String(error) }),
        );
      }
    },
    [collectionId, drop],
  );
  return { uploads, add, drop };
}
