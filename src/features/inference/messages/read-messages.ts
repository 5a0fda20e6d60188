import { invalidField } from '../../../kernel/errors.ts';
import type { ModelMessage } from '../../../platform/models/model.ts';
import type { InputPart } from '../../runs/index.ts';
import type { PartsOfMessages } from '../conversation.ts';
import { refuseUnknown } from './known-fields.ts';
import type { Block, Content, CountTokensRequest, MessageParam } from './messages.schema.ts';
import { answerOf, partsOf, textIn, textOf } from './read-blocks.ts';

const heldTypes = ['text', 'image', 'document'];
const none: PartsOfMessages = new Map();

type Result = { id: string; name: string; parts: InputPart[]; isError: boolean };
/** A message of the model's conversation, before its files are read. */
type Draft =
  | { role: 'user'; parts: InputPart[] }
  | { role: 'system'; text: string }
  | ({ role: 'assistant' } & ReturnType<typeof answerOf>)
  | ({ role: 'tool' } & Result);

const isResult = (block: Block): boolean => block.type === 'tool_result';

/** Results of tools come first in a message, and become messages of their own. */
function draftsOf(messages: readonly MessageParam[]): Draft[] {
  let open = new Map<string, string>();
  const drafts: Draft[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    const path = `messages[${index}]`;
    const results = role === 'user' && Array.isArray(content) ? content.filter(isResult) : [];
    for (const block of results) drafts.push({ role: 'tool', ...resultOf(block, open, `${path}.content`) });
    if (open.size > 0)
      throw invalidField(
        `${path}.content`,
        `needs a tool_result for each tool_use before: ${[...open.keys()].join(', ')}`,
      );
    if (role === 'assistant') {
      const said = answerOf(content, `${path}.content`);
      open = new Map(said.toolCalls.map(({ id, name }) => [id, name]));
      drafts.push({ role, ...said });
    } else if (role === 'system') drafts.push({ role, text: textOf(partsOf(content, `${path}.content`, ['text'])) });
    else {
      const rest = Array.isArray(content) ? content.filter((block) => !isResult(block)) : content;
      if (results.length === 0 || rest.length > 0)
        drafts.push({ role, parts: partsOf(rest, `${path}.content`, heldTypes) });
    }
  }
  if (open.size > 0)
    throw invalidField('messages', `need a tool_result for each tool_use: ${[...open.keys()].join(', ')}`);
  return drafts;
}

function resultOf(block: Block, open: Map<string, string>, path: string): Result {
  refuseUnknown(block, ['type', 'tool_use_id', 'content', 'is_error'], path);
  const id = textIn(block, 'tool_use_id', path);
  const name = open.get(id);
  if (name === undefined) throw invalidField(`${path}.tool_use_id`, `${id} is no tool_use of the message before`);
  open.delete(id);
  const parts = partsOf(block.content as Content | undefined, `${path}.content`, heldTypes);
  return { id, name, parts, isError: block.is_error === true };
}

const isFile = ({ type }: { type: string }): boolean => type !== 'text';

/** Instructions; blocks up to the last mark for the cache are the stable beginning. */
function systemOf({ system }: CountTokensRequest): ModelMessage[] {
  const texts = partsOf(system ?? undefined, 'system', ['text']).map((part) => textOf([part]));
  const text = texts.join('\n\n');
  if (text === '') return [];
  const marked = Array.isArray(system) ? system.findLastIndex(({ cache_control: mark }) => Boolean(mark)) : -1;
  const stable = texts.slice(0, marked + 1).join('\n\n').length;
  return [{ role: 'system', content: text, ...(stable > 0 && { stable }) }];
}

/** The conversation of a request: what it holds besides text by position, and its messages once that is read. */
export function readConversation(body: CountTokensRequest) {
  const drafts = draftsOf(body.messages);
  const system = systemOf(body);
  const inputs = new Map<number, InputPart[]>();
  for (const [index, draft] of drafts.entries()) {
    if (draft.role !== 'user' && draft.role !== 'tool') continue;
    if (!draft.parts.some(isFile)) continue;
    // The text of a tool's result stands beside its files.
    inputs.set(index, draft.role === 'user' ? draft.parts : draft.parts.filter(isFile));
  }

  function messages(parts: PartsOfMessages = none): ModelMessage[] {
    const read = drafts.map((draft, index): ModelMessage => {
      if (draft.role === 'system') return { role: 'system', content: draft.text };
      const held = parts.get(index);
      if (draft.role === 'assistant') {
        const { role, content, toolCalls, reasoning } = draft;
        return { role, content, ...(toolCalls.length > 0 && { toolCalls }), ...(reasoning && { reasoning }) };
      }
      const content = textOf(draft.parts);
      if (draft.role === 'user') return { role: 'user', content, ...(held && { parts: held }) };
      const { id: toolCallId, name, isError } = draft;
      return { role: 'tool', toolCallId, name, content, isError, ...(held && { parts: held }) };
    });
    return [...system, ...read];
  }
  return { inputs, messages };
}
