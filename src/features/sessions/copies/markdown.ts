import { isFile } from '../../../kernel/parts.ts';
import type { Message, Session } from '../sessions.schema.ts';

/** Between fences that the text itself does not contain. */
function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}\n`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

export const markdownHead = ({ id, title, agentId, createdAt }: Session): string =>
  `# ${oneLine(title ?? id)}\n\nSession ${id}, agent ${agentId}, ${createdAt}\n`;

const speakers = { user: 'Person', assistant: 'Assistant', system: 'Note', tool: 'Tool' } as const;

function heading({ role, toolCalls, status, createdAt }: Message): string {
  const tool = role === 'tool' ? ` ${toolCalls?.[0]?.tool ?? ''}` : '';
  return `\n## ${speakers[role]}${tool}, ${createdAt}${status === 'partial' ? ' (partial)' : ''}\n\n`;
}

/** Text as it is; what was sent to a tool and came back, and the conversation before the session, as code. */
export function inMarkdown(message: Message): string {
  const { role, content, parts = [], toolCalls = [], meta } = message;
  const isData = role === 'tool' || meta?.kind === 'history';
  const text = content === '' ? '' : isData ? fenced(content) : `${content}\n`;
  const files = parts.flatMap((part) =>
    isFile(part) ? [`\n[${part.type}: ${oneLine(part.name)}, ${part.fileId}]\n`] : [],
  );
  const calls =
    role === 'tool'
      ? []
      : toolCalls.map(
          ({ tool, params }) => `\nCalls ${tool}:\n\n${fenced(JSON.stringify(params, null, 2) ?? '', 'json')}`,
        );
  return [heading(message), text, ...files, ...calls].join('');
}
