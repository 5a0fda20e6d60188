export type ToolCall = {
  id: string;
  name: string;
  /** JSON as it was written; it may be malformed. */
  arguments: string;
};

export type Message =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; toolCalls?: ToolCall[] }
  | { role: 'tool'; toolCallId: string; name: string; content: string; isError: boolean };

/** `parameters` is a JSON Schema. */
export type Tool = { name: string; description: string; parameters: Record<string, unknown> };
