import type { StoredFile } from '@client/api.ts';
import { ConnectionLost, errorOf } from '@client/errors.ts';
import { currentToken, currentWorkspace, refresh } from '../session.ts';
import { inTurn } from './in-turn.ts';

type Watch = { signal: AbortSignal; onProgress(part: number): void };

/** By XMLHttpRequest: `fetch` does not tell how much was sent. */
function sendOnce(file: File, { signal, onProgress }: Watch): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open('POST', `/files?${new URLSearchParams({ name: file.name })}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    const [token, workspaceId] = [currentToken(), currentWorkspace()];
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    if (workspaceId) request.setRequestHeader('x-workspace-id', workspaceId);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const headers = { 'x-request-id': request.getResponseHeader('x-request-id') ?? '' };
      resolve(new Response(request.responseText, { status: request.status, headers }));
    };
    request.onerror = () =>
      reject(new ConnectionLost('The upload broke off. The connection was lost, or the file is far too large.'));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop);
    request.send(file);
  });
}

const inUploadTurn = inTurn(2);

export const upload = (file: File, watch: Watch): Promise<StoredFile> =>
  inUploadTurn(async () => {
    watch.signal.throwIfAborted();
    let response = await sendOnce(file, watch);
    if (response.status === 401 && (await refresh())) response = await sendOnce(file, watch);
    if (!response.ok) throw await errorOf(response);
    return (await response.json()) as StoredFile;
  });
