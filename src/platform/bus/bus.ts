/**
 * Wake-ups between tasks and between nodes. A message is an id, never the truth: it may be lost while a connection is
 * away, so a listener reads the database, and reads it again after a reconnect.
 */
export type Bus = {
  /** Never throws; the publisher's own node hears at once, the others soon. */
  publish(channel: string, message: string): void;
  /** Returns the way to unsubscribe. */
  subscribe(channel: string, listener: (message: string) => void): () => void;
  /** Called when messages may have been missed. */
  onReconnect(listener: () => void): () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
};
