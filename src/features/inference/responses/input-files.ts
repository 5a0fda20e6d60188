import type { Caller } from '../../../http/authentication.ts';
import type { HeldData } from '../../../http/validation/large-bodies.ts';
import type { MessageReader } from '../../runs/index.ts';
import type { PlacedItem } from './chat-messages.ts';
import type { ContentPart, InputItem } from './responses.schema.ts';

type Deps = { readMessage: MessageReader; mayAsk(caller: Caller, model: string): Promise<unknown> };
type Asked = { caller: Caller; model: string; held: HeldData | undefined };

// What is held of a large body stands where its data URL was.
const isData = (text: string | null | undefined): text is string => /^(?:data|held):/i.test(text ?? '');

const dataIn = ({ type, image_url: url, file_data: data }: ContentPart): string | undefined => {
  if (type === 'input_image' && isData(url)) return url;
  return type === 'input_file' && isData(data) ? data : undefined;
};

/** The files that the items name. */
export const fileIdsIn = (items: readonly InputItem[]): string[] => [
  ...new Set(
    items.flatMap(({ content }) => (Array.isArray(content) ? content.flatMap(({ file_id }) => file_id ?? []) : [])),
  ),
];

/** Data in the input of a response that is stored becomes files of the person, to which the response refers. */
export function createInputFiles({ readMessage, mayAsk }: Deps) {
  return async function keep(items: readonly PlacedItem[], { caller, model, held }: Asked): Promise<PlacedItem[]> {
    const mayStart = () => mayAsk(caller, model);
    async function kept(part: ContentPart, path: string): Promise<ContentPart> {
      const data = dataIn(part);
      if (data === undefined) return part;
      const type = part.type === 'input_image' ? ('image' as const) : ('file' as const);
      const message = [{ type, data, ...(part.filename ? { name: part.filename } : {}) }];
      const { parts } = await readMessage(caller, { message, held }, { path, mayStart });
      const [file] = parts ?? [];
      return file && file.type !== 'text' ? { type: part.type, file_id: file.fileId } : part;
    }

    const all: PlacedItem[] = [];
    for (const { item, path } of items) {
      if (!Array.isArray(item.content)) all.push({ item, path });
      else {
        const content: ContentPart[] = [];
        for (const [index, part] of item.content.entries()) content.push(await kept(part, `${path}.content[${index}]`));
        all.push({ item: { ...item, content }, path });
      }
    }
    return all;
  };
}
