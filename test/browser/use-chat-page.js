// A page as an application would have it: `useChat` with the SDK's own transport, unmodified.

import { createElement as h, useState } from 'virtual:react';
import { createRoot } from 'virtual:react-dom';
import { useChat } from '@ai-sdk/react';
import {
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
} from 'ai';

const { gateway, token, agentId, id } = Object.fromEntries(new URLSearchParams(location.search));

const transport = new DefaultChatTransport({
  api: `${gateway}/agent/chat/ui`,
  headers: { authorization: `Bearer ${token}` },
  body: { agentId, tools: [{ name: 'page_title', description: 'The title of the page' }] },
});

function Part({ part, decide }) {
  if (part.type === 'text') return h('p', { className: 'text' }, part.text);
  if (!part.type.startsWith('tool-')) return null;
  const shown = `${part.type} ${part.state} ${JSON.stringify(part.output ?? null)}`;
  const button = (approved) =>
    h('button', { onClick: () => decide({ id: part.approval.id, approved }) }, approved ? 'Approve' : 'Deny');
  return h(
    'div',
    { className: 'tool' },
    shown,
    part.state === 'approval-requested' && h('span', null, button(true), button(false)),
  );
}

function Chat() {
  const [input, setInput] = useState('');
  const chat = useChat({
    id,
    resume: true,
    transport,
    sendAutomaticallyWhen: (given) =>
      lastAssistantMessageIsCompleteWithToolCalls(given) || lastAssistantMessageIsCompleteWithApprovalResponses(given),
    onToolCall({ toolCall }) {
      if (toolCall.toolName !== 'page_title') return;
      chat.addToolOutput({ tool: 'page_title', toolCallId: toolCall.toolCallId, output: document.title });
    },
  });
  const send = (event) => {
    event.preventDefault();
    chat.sendMessage({ text: input });
    setInput('');
  };
  return h(
    'main',
    null,
    h('output', null, chat.status),
    chat.error && h('pre', { role: 'alert' }, chat.error.message),
    chat.messages.map((message) =>
      h(
        'section',
        { key: message.id, className: message.role },
        message.parts.map((part, index) => h(Part, { key: index, part, decide: chat.addToolApprovalResponse })),
      ),
    ),
    h(
      'form',
      { onSubmit: send },
      h('input', { 'aria-label': 'Message', value: input, onChange: ({ target }) => setInput(target.value) }),
    ),
  );
}

createRoot(document.getElementById('root')).render(h(Chat));
