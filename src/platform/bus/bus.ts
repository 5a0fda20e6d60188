/**
 * Wake-ups between tasks and nodes. A message carries only an id and may be lost while a connection is down, so a
 * listener reads the database, and reads it again after a reconnect.
 */
export type Bus = {
  /** Never throws. The own node is notified at once, the others soon. */
  publish(channel: string, message: string): void;
  /** Returns a function that unsubscribes. */
  subscribe(channel: string, listener: (message: string) => void): () => void;
  /** Called when messages may have been missed. */
  onReconnect(listener: () => void): () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
};
