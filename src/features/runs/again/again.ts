/** Of a run that answers a question again, or another question in its place. It writes beside the chosen path until it ends. */
export type Again = {
  /** The number of the message that its own messages follow. */
  after: number;
  /** The question; absent if the run brings another one. */
  question?: { id: string; runId: string | null };
  /** Whether memory captures what the person said. For the same question that was done by the run that answered it first. */
  captures: boolean;
};

export const readAgain = (stored: string | null): Again | null =>
  stored === null ? null : (JSON.parse(stored) as Again);
