import pg from 'pg';

/** One statement for all packets, outside of any caller's transaction: a commit that notifies takes a lock over the whole server. */
export const notify = (
  pool: { query(config: pg.QueryConfig): Promise<unknown> },
  channel: string,
  packets: readonly string[],
) =>
  pool.query({
    name: 'bus-notify',
    text: 'SELECT pg_notify($1, packet) FROM json_array_elements_text($2::json) AS packet',
    values: [channel, JSON.stringify(packets)],
  });

export const listen = (client: pg.Client, channel: string) => client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);

/** Rejects when the connection is dead. */
export const ping = (client: pg.Client) => client.query('SELECT 1');
