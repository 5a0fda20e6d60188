/** PostgreSQL refuses a payload of 8000 bytes or more. */
const packetLimitBytes = 7_900;

export type Message = [channel: string, message: string];

/**
 * As few payloads as the limit allows, each `[node, message, message, …]`. A message that is too large goes to
 * `onTooLarge`.
 */
export function pack(node: string, messages: Message[], onTooLarge: (message: Message) => void): string[] {
  const head = JSON.stringify(node);
  const packets: string[] = [];
  let entries = '';
  let bytes = 0;
  const close = () => {
    if (entries) packets.push(`[${head}${entries}]`);
    entries = '';
    bytes = head.length + 2;
  };
  close();
  const seen = new Set<string>();
  for (const message of messages) {
    const entry = `,${JSON.stringify(message)}`;
    // The same wake-up twice in one packet has no effect.
    if (seen.has(entry)) continue;
    seen.add(entry);
    const size = Buffer.byteLength(entry);
    if (size + head.length + 2 > packetLimitBytes) {
      onTooLarge(message);
      continue;
    }
    if (bytes + size > packetLimitBytes) close();
    entries += entry;
    bytes += size;
  }
  close();
  return packets;
}

/** Every client of the database may NOTIFY: other payloads are ignored. */
export function unpack(packet: string): { node: string; messages: Message[] } {
  try {
    const [node, ...messages] = JSON.parse(packet) as [string, ...unknown[]];
    return { node, messages: messages.filter(isMessage) };
  } catch {
    return { node: '', messages: [] };
  }
}

const isMessage = (value: unknown): value is Message =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
