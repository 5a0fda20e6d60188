import { Nullable, Type } from '../../http/validation/type.ts';

const Free = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true });

/** Its other fields depend on the role; ag-ui-input.ts reads those that it needs. */
const Message = Type.Unsafe<{ role: string; [field: string]: unknown }>({
  title: 'AgUiMessage',
  type: 'object',
  required: ['role'],
  properties: {
    role: { type: 'string', examples: ['user'] },
    content: {
      description: 'A text, or a list of parts: `text`, `image`, `document`.',
      examples: ['What is 17 * 23?'],
    },
  },
  additionalProperties: true,
});
export type AgUiMessage = Type.Static<typeof Message>;

export const AgentIdParam = Type.Object({
  agentId: Type.String({ minLength: 1, maxLength: 100, examples: ['agt_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
});

export const RunAgentInput = Type.Object(
  {
    threadId: Type.String({
      minLength: 1,
      maxLength: 90,
      pattern: '^[\\x21-\\x7e]+$',
      examples: ['thread-1'],
      description: 'The id of a session of yours, or your own name for a conversation that the gateway keeps.',
    }),
    runId: Type.String({ minLength: 1, maxLength: 200, examples: ['run-1'], description: 'Yours, for the events.' }),
    protocolVersion: Type.Optional(Type.String({ maxLength: 50 })),
    parentRunId: Type.Optional(Nullable(Type.String({ maxLength: 200, description: 'Not used.' }))),
    messages: Type.Array(Message, {
      maxItems: 10_000,
      examples: [[{ id: 'message-1', role: 'user', content: 'What is 17 * 23?' }]],
      description: 'The last one counts: the session has those before.',
    }),
    tools: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String({ minLength: 1, maxLength: 64, examples: ['get_weather'] }),
          description: Type.Optional(Type.String({ maxLength: 20_000 })),
          parameters: Type.Optional(Free),
        }),
        { maxItems: 128, examples: [[]], description: 'Run at the client.' },
      ),
    ),
    resume: Type.Optional(
      Nullable(
        Type.Array(
          Type.Object({
            interruptId: Type.String({ minLength: 1, maxLength: 100 }),
            status: Type.Enum(['resolved', 'cancelled']),
            payload: Type.Optional(Type.Unknown({ description: '`{"approved": true}`, or false with a `reason`.' })),
          }),
          { maxItems: 100, examples: [[]], description: 'Decisions about the tools that the run waits with.' },
        ),
      ),
    ),
    forwardedProps: Type.Optional(
      Nullable(
        Type.Object(
          {
            agentId: Type.Optional(
              Type.String({ minLength: 1, maxLength: 100, description: 'Without one, the default agent.' }),
            ),
            reasoning: Type.Optional(Type.Enum(['off', 'low', 'medium', 'high'])),
            showReasoning: Type.Optional(Type.Boolean()),
          },
          { additionalProperties: true },
        ),
      ),
    ),
    context: Type.Optional(
      Type.Array(Type.Unknown(), { maxItems: 1_000, description: 'Only an empty list is possible.' }),
    ),
    state: Type.Optional(Type.Unknown({ description: 'Only an empty one is possible.' })),
  },
  {
    title: 'RunAgentInput',
    additionalProperties: false,
    examples: [
      {
        threadId: 'thread-1',
        runId: 'run-1',
        messages: [{ id: 'message-1', role: 'user', content: 'What is 17 * 23?' }],
        tools: [],
        context: [],
        state: {},
      },
    ],
  },
);
export type RunAgentInput = Type.Static<typeof RunAgentInput>;

export const AgUiStream = {
  description: 'AG-UI’s events, from `RUN_STARTED` to `RUN_FINISHED` or `RUN_ERROR`.',
  content: {
    'text/event-stream': {
      schema: Type.String(),
      example: 'data: {"type":"RUN_STARTED","threadId":"thread-1","runId":"run-1"}\n\n',
    },
  },
};
