import { queryOptions } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { api, dataOf } from '../api/client.ts';
import { inTurn } from './in-turn.ts';

const inDownloadTurn = inTurn(3);

/** The bytes of a file. They are sent as an attachment, so no address of the gateway can be shown as an image. */
const contentOf = (id: string): Promise<Blob> =>
  inDownloadTurn(() => dataOf(api.GET('/files/{id}/content', { params: { path: { id } }, parseAs: 'blob' })));

/** Kept for a minute after the last image of it has gone. Its content never changes. */
export const contentQuery = (id: string) =>
  queryOptions({
    queryKey: ['get', '/files', 'content', id],
    queryFn: () => contentOf(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

/** An address for the bytes, as long as they are shown. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => {
      setAddress(undefined);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return address;
}

/** True from when the element comes near the part of the page that can be seen. */
export function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current || isSeen) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
      { rootMargin: '300px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isSeen]);
  return isSeen;
}

export async function save(id: string, name: string): Promise<void> {
  const address = URL.createObjectURL(await contentOf(id));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
