import { newId } from '../../kernel/ids.ts';
import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { senderAccounts } from '../auth/index.ts';
import type { ChannelRow } from './channels.store.ts';

/** The senders of channels. Each has an account of its own that nobody can log in to. */
export function createSenderStore(database: Database) {
  const find = (reader: Pick<Database, 'get'>, channelId: string, sender: string) =>
    reader.get<{ user_id: string }>('SELECT user_id FROM channel_senders WHERE channel_id = $1 AND sender = $2', [
      channelId,
      sender,
    ]);

  return {
    /** The account of the sender with this name; undefined when the channel is gone. */
    async accountOf(channel: ChannelRow, sender: string, now: number): Promise<string | undefined> {
      const known = await find(database, channel.id, sender);
      if (known) return known.user_id;
      return database.transaction(async (tx) => {
        // New senders of one channel wait for each other here.
        if (!(await tx.get('SELECT id FROM channels WHERE id = $1 FOR NO KEY UPDATE', [channel.id]))) return undefined;
        const meanwhile = await find(tx, channel.id, sender);
        if (meanwhile) return meanwhile.user_id;
        const id = newId('usr', now);
        // Without an @, so that nobody can register it.
        const email = `sender:${channel.id}:${sha256Hex(sender)}`;
        await senderAccounts.create(tx, { id, email, workspaceId: channel.workspace_id, now });
        await tx.run('INSERT INTO channel_senders (channel_id, sender, user_id, created_at) VALUES ($1, $2, $3, $4)', [
          channel.id,
          sender,
          id,
          now,
        ]);
        return id;
      });
    },

    /** Erases at most `limit` senders with all of their data. */
    async erase(tx: Transaction, channelId: string, limit: number): Promise<string[]> {
      const sql = 'SELECT user_id AS id FROM channel_senders WHERE channel_id = $1 LIMIT $2';
      const ids = (await tx.all<{ id: string }>(sql, [channelId, limit])).map(({ id }) => id);
      return senderAccounts.erase(tx, ids);
    },
    isInAudit: async (tx: Transaction, userId: string): Promise<boolean> =>
      (await tx.get('SELECT 1 FROM audit_log WHERE user_id = $1 LIMIT 1', [userId])) !== undefined,
  };
}

export type SenderStore = ReturnType<typeof createSenderStore>;
