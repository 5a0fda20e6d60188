import type { Clock } from '../../../kernel/clock.ts';
import { createCountedQuota } from '../../../kernel/counted-quota.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import type { Person } from '../../../kernel/person.ts';
import type { Quotas } from '../../../kernel/quotas.ts';
import { firstIdOf } from '../../../platform/db/by-age.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { DeletePortion } from '../../../platform/work/cleaning.ts';
import type { FileService } from '../../files/index.ts';
import type { PlacedItem } from './chat-messages.ts';
import { fileIdsIn } from './input-files.ts';
import { placeOfItem, shownItem } from './output.ts';
import type { InputItem, OutputItem, ResponseObject } from './responses.schema.ts';
import type { ResponseStore } from './responses.store.ts';

type Deps = {
  store: ResponseStore;
  files: Pick<FileService, 'hold'>;
  /** In the transaction that deletes what held them. */
  releaseFiles(tx: Transaction, fileIds: readonly string[]): Promise<void>;
  quotas: Quotas;
  clock: Clock;
};
export type History = { items: PlacedItem[]; length: number };

/** Characters and items of a conversation that is kept: about what the largest models can take. */
const longestHistory = 4_194_304;
const mostItems = 10_000;
const deletedAtOnce = 200;

const tooLong = (path: string, message: string) =>
  new AppError('context_overflow', message, { errors: [{ path, message: 'is too long to be kept' }] });

const missing = (what: string, path: string) =>
  new AppError('not_found', `${what} was not found.`, { errors: [{ path, message: 'was not found' }] });

/** Responses that can be read and continued: of one person in one workspace. */
export function createStoredResponses({ store, files, releaseFiles, quotas, clock }: Deps) {
  const room = createCountedQuota(quotas, 'responses', store.count);
  const itemsOf = (json: string) => JSON.parse(json) as InputItem[];

  async function eraseAll(some: (limit: number) => Promise<number>): Promise<void> {
    while ((await some(deletedAtOnce)) === deletedAtOnce);
  }

  return {
    /** Before a model is asked for what could not be stored. The input as it will be. */
    async prepare({ workspaceId }: Person, items: readonly PlacedItem[]): Promise<string> {
      const input = JSON.stringify(items.map(({ item }) => item));
      if (input.length > longestHistory)
        throw tooLong('input', 'The input is too long to be stored. Send store: false.');
      await room(workspaceId);
      return input;
    },

    async get(person: Person, id: string): Promise<ResponseObject> {
      const row = await store.get(person, id);
      if (!row) throw notFound(`Response ${id}`);
      const output = (JSON.parse(row.output) as OutputItem[]).map(shownItem);
      return { ...(JSON.parse(row.body) as ResponseObject), output };
    },

    async delete(person: Person, id: string): Promise<void> {
      await store.transaction(async (tx) => {
        const input = await store.delete(tx, person, id);
        if (input === undefined) throw notFound(`Response ${id}`);
        await releaseFiles(tx, fileIdsIn(itemsOf(input)));
      });
    },

    /** What was said before, for a response that continues another. */
    async historyOf(person: Person, previousId: string): Promise<History> {
      const path = 'previous_response_id';
      const length = await store.historyLength(person, previousId);
      if (length === undefined) throw missing(`Response ${previousId}`, path);
      const overflow = () => tooLong(path, 'The conversation is too long to be continued. Begin another one.');
      if (length > longestHistory) throw overflow();
      const chain = await store.chain(person, previousId);
      const earliest = chain[0]?.previous_id;
      if (earliest) throw missing(`Response ${earliest}, which ${previousId} continues,`, path);
      const items = chain.flatMap(({ input, output }) => [...itemsOf(input), ...itemsOf(output)]);
      if (items.length > mostItems) throw overflow();
      return { items: items.map((item) => ({ item, path })), length };
    },

    /** Items of stored responses in the place of those that only name them. */
    async resolve(person: Person, items: readonly PlacedItem[]): Promise<PlacedItem[]> {
      const isReference = ({ item }: PlacedItem) => item.type === 'item_reference';
      const named = items.filter(isReference).map(({ item }) => placeOfItem(item.id ?? '')?.responseId ?? '');
      if (named.length === 0) return [...items];
      const rows = await store.some(person, [...new Set(named)]);
      const outputs = new Map(rows.map(({ id, output }) => [id, itemsOf(output)]));
      return items.map((one) => {
        if (!isReference(one)) return one;
        const place = placeOfItem(one.item.id ?? '');
        const item = place && outputs.get(place.responseId)?.[place.place];
        if (!item || item.id !== one.item.id) throw missing(`Item ${one.item.id}`, `${one.path}.id`);
        return { ...one, item };
      });
    },

    async save(
      person: Person,
      response: ResponseObject,
      { input, historyLength, ...said }: { input: string; output: readonly OutputItem[]; historyLength: number },
    ): Promise<void> {
      const output = JSON.stringify(said.output);
      await store.transaction(async (tx: Transaction) => {
        await store.insert(tx, {
          id: response.id,
          workspace_id: person.workspaceId,
          user_id: person.userId,
          previous_id: response.previous_response_id,
          body: JSON.stringify({ ...response, output: [] }),
          input,
          output,
          history_length: historyLength + input.length + output.length,
          created_at: clock.now(),
        });
        await files.hold(tx, person, fileIdsIn(itemsOf(input)), { responseId: response.id });
      });
    },

    eraseMost: (userId: string) => eraseAll((limit) => store.deleteSomeOfUser(userId, limit)),
    eraseMostOfWorkspace: (workspaceId: string) =>
      eraseAll((limit) => store.deleteSomeOfWorkspace(workspaceId, 'resp~', limit)),

    before: store.before,
    beforeIn:
      (workspaceId: string, time: number): DeletePortion<string> =>
      async (_after, limit) => {
        const deleted = await store.deleteSomeOfWorkspace(workspaceId, firstIdOf('resp', time), limit);
        return { deleted, next: deleted === limit ? workspaceId : undefined };
      },
  };
}

export type StoredResponses = ReturnType<typeof createStoredResponses>;
