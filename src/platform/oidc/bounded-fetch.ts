type Init = { method?: string; headers?: unknown; body?: unknown; redirect?: string; signal?: AbortSignal | undefined };

const timeoutMs = 5_000;
/** Key sets and discovery documents of large issuers have some ten KB. */
const mostBytes = 512 * 1_024;

/** For addresses in the operator's settings: no redirects, and neither a slow nor an endless answer. */
export async function boundedFetch(url: string, { signal, ...init }: Init): Promise<Response> {
  const late = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    ...(init as RequestInit),
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, late]) : late,
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new Error(`The answer is larger than ${mostBytes} bytes.`);
    chunks.push(chunk);
  }
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  // It is decompressed already.
  headers.delete('content-encoding');
  headers.delete('content-length');
  const hasNoBody = status === 204 || status === 304;
  return new Response(hasNoBody ? null : Buffer.concat(chunks), { status, statusText, headers });
}
