import { Type } from '../../../http/validation/type.ts';
import { Citations } from '../../sessions/index.ts';
import { answererFields, outputFields, RunErrorFields, StopReason, Usage } from './runs.schema.ts';

/** The events of a run over SSE and WebSocket, for the API description. run-events.ts writes them. */
const Frame = <const Name extends string, Fields extends Record<string, Type.TSchema>>(
  type: Name,
  title: string,
  description: string,
  fields: Fields,
) =>
  Type.Object(
    {
      type: Type.Literal(type),
      runId: Type.String({ examples: ['run_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
      sessionId: Type.String({ examples: ['ses_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
      agentId: Type.String({ examples: ['agt_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
      seq: Type.Integer({ description: 'Increases, not always by one. A stream resumes after it.' }),
      ...fields,
    },
    { title, description },
  );

const ToolCallId = Type.String({ examples: ['call_1'] });
const Tool = Type.String({ examples: ['calculator'] });
const ApprovalId = Type.String({ examples: ['apr_01jd3v9k4m8q2w5x7y0z1a2b3c'] });

const RunFrame = Type.Union(
  [
    Frame('session_resolved', 'SessionResolvedFrame', 'The turn begins, in this session.', {
      created: Type.Boolean(),
      agentVersion: Type.Optional(Type.Integer({ examples: [3] })),
      agentChanged: Type.Optional(
        Type.Boolean({ description: 'True if another version of the agent answered before in this session.' }),
      ),
    }),
    Frame('queued', 'QueuedFrame', 'Other turns of the session come first.', { position: Type.Integer() }),
    Frame('stream_chunk', 'StreamChunkFrame', 'More of the answer.', { delta: Type.String({ examples: ['17 * '] }) }),
    Frame('reasoning_chunk', 'ReasoningChunkFrame', 'More of the model’s reasoning; only with `showReasoning`.', {
      delta: Type.String({ examples: ['Seventeen times twenty is …'] }),
    }),
    Frame('tool_call', 'ToolCallFrame', 'The agent uses a tool.', {
      toolCallId: ToolCallId,
      tool: Tool,
      params: Type.Unknown(),
      client: Type.Optional(Type.Boolean({ description: 'Present, and true, if the client runs it.' })),
    }),
    Frame('tool_result', 'ToolResultFrame', 'What the tool answered.', {
      toolCallId: ToolCallId,
      tool: Tool,
      result: Type.Unknown(),
      isError: Type.Boolean(),
      durationMs: Type.Integer(),
    }),
    Frame('approval_required', 'ApprovalRequiredFrame', 'The run waits for somebody to allow a tool.', {
      requestId: ApprovalId,
      tool: Tool,
      params: Type.Unknown(),
      expiresAt: Type.String({ format: 'date-time' }),
    }),
    Frame('approval_resolved', 'ApprovalResolvedFrame', 'The run goes on.', {
      requestId: ApprovalId,
      decision: Type.Enum(['approve', 'deny']),
    }),
    Frame(
      'client_tools_required',
      'ClientToolsRequiredFrame',
      'The run waits for results of tools that its client runs.',
      {
        calls: Type.Array(Type.Object({ toolCallId: ToolCallId, tool: Tool, params: Type.Unknown() })),
        expiresAt: Type.String({ format: 'date-time' }),
        usage: Usage,
      },
    ),
    Frame('stream_done', 'StreamDoneFrame', 'The whole answer; nothing follows.', {
      messageId: Type.Union([Type.String({ examples: ['msg_01jd3v9k4m8q2w5x7y0z1a2b3c'] }), Type.Null()]),
      content: Type.String({ examples: ['17 * 23 = 391'] }),
      usage: Usage,
      costUsd: Type.Number(),
      citations: Type.Optional(Citations),
      ...outputFields,
      stopReason: StopReason,
      durationMs: Type.Integer(),
      toolCallCount: Type.Integer(),
      ...answererFields,
    }),
    Frame('error', 'ErrorFrame', 'The run failed; nothing follows.', {
      ...RunErrorFields,
    }),
  ],
  { title: 'RunFrame', description: 'One event of a run: the data of a server-sent event, or a WebSocket frame.' },
);

const run = '"runId":"run_01","sessionId":"ses_01","agentId":"agt_01"';
const example = [
  `id: run_01:1\nevent: session_resolved\ndata: {"type":"session_resolved",${run},"seq":1,"created":true}\n\n`,
  `id: run_01:2\nevent: stream_chunk\ndata: {"type":"stream_chunk",${run},"seq":2,"delta":"17 * 23 = 391"}\n\n`,
].join('');

export const EventStream = {
  description: 'Server-sent events; the data of each is one frame. Ends after `stream_done` or `error`.',
  content: {
    'text/event-stream': {
      schema: Type.String({ contentMediaType: 'text/event-stream', contentSchema: RunFrame }),
      example,
    },
  },
};
