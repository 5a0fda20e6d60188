import type { StoredFile } from '@client/api.ts';
import { GatewayError } from '@client/errors.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../api/client.ts';
import { queryClient } from '../api/queries.ts';
import { byteCount } from '../ui/format.tsx';
import { contentQuery } from './content.ts';
import { isImage } from './held-file.ts';
import { upload } from './upload.ts';

/** A file of the draft: on its way, stored, or refused. */
export type Attachment = { key: number; file: File; part: number; stored?: StoredFile; error?: string };

/** A message has at most 20 parts, and its text is one. */
export const mostAttachments = 19;

/** Takes it off the person's list; a conversation that holds it keeps it. */
const unlist = (id: string) => void api.DELETE('/files/{id}', { params: { path: { id } } }).catch(() => undefined);
export function unlistAll(files: readonly StoredFile[]): void {
  for (const { id } of files) unlist(id);
}
const storedOf = (attachments: readonly Attachment[]) => attachments.flatMap(({ stored }) => stored ?? []);

function inWords(error: unknown, { size }: File): string {
  const text = error instanceof Error ? error.message : String(error);
  const isTooLarge = error instanceof GatewayError && error.code === 'body_too_large';
  return isTooLarge ? `It is too large (${byteCount(size)}). ${text}` : text;
}

/** The files of a draft. Each is uploaded at once, so that sending the message takes no longer than one of text. */
export function useAttachments() {
  const [attachments, setAttachments] = useState<readonly Attachment[]>([]);
  const [tooMany, setTooMany] = useState(false);
  const uploads = useRef(new Map<number, AbortController>());
  const nextKey = useRef(0);
  const current = useRef(attachments);
  current.current = attachments;

  const change = useCallback((key: number, next: Partial<Attachment>) => {
    setAttachments((all) => all.map((each) => (each.key === key ? { ...each, ...next } : each)));
  }, []);

  const begin = useCallback(
    async ({ key, file }: Attachment) => {
      const controller = new AbortController();
      const { signal } = controller;
      uploads.current.set(key, controller);
      try {
        const stored = await upload(file, { signal, onProgress: (part) => change(key, { part }) });
        if (signal.aborted) return unlist(stored.id);
        // What was just sent need not be fetched to be shown.
        if (isImage(stored.mediaType))
          queryClient.setQueryData(contentQuery(stored.id).queryKey, new Blob([file], { type: stored.mediaType }));
        change(key, { part: 1, stored });
      } catch (error) {
        if (!signal.aborted) change(key, { error: inWords(error, file) });
      } finally {
        uploads.current.delete(key);
      }
    },
    [change],
  );

  const add = useCallback(
    (files: Iterable<File>) => {
      const room = mostAttachments - current.current.length;
      const given = [...files];
      const added = given.slice(0, room).map((file): Attachment => ({ key: nextKey.current++, file, part: 0 }));
      setTooMany(given.length > room);
      setAttachments((all) => [...all, ...added]);
      for (const attachment of added) void begin(attachment);
    },
    [begin],
  );

  const remove = useCallback((attachment: Attachment) => {
    uploads.current.get(attachment.key)?.abort();
    unlistAll(storedOf([attachment]));
    setTooMany(false);
    setAttachments((all) => all.filter(({ key }) => key !== attachment.key));
  }, []);

  const retry = useCallback(
    ({ key, file }: Attachment) => {
      setAttachments((all) => all.map((each) => (each.key === key ? { key, file, part: 0 } : each)));
      void begin({ key, file, part: 0 });
    },
    [begin],
  );

  /** Empties the draft. Who takes them sends them, or puts them back. */
  const take = useCallback(() => {
    setAttachments([]);
    setTooMany(false);
    return current.current;
  }, []);
  const putBack = useCallback((taken: readonly Attachment[]) => setAttachments((all) => [...taken, ...all]), []);

  useEffect(() => {
    const open = uploads.current;
    return () => {
      for (const controller of open.values()) controller.abort();
      unlistAll(storedOf(current.current));
    };
  }, []);

  return { attachments, tooMany, add, remove, retry, take, putBack };
}
