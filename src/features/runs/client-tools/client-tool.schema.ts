import { Type } from '../../../http/validation/type.ts';

/** A tool that a client brings with its message and runs itself. */
export type ClientTool = { name: string; description: string; parameters: Record<string, unknown> };

/** A call that waits for its client, as `/jobs` shows it. */
export const PendingClientTools = Type.Object(
  {
    calls: Type.Array(
      Type.Object({
        toolCallId: Type.String({ examples: ['call_0f8b5f3e6d0a4c3e9a530d6a3b1f2c11'] }),
        tool: Type.String({ examples: ['get_weather'] }),
        params: Type.Unknown(),
      }),
    ),
    expiresAt: Type.String({ format: 'date-time' }),
  },
  { title: 'PendingClientTools' },
);
