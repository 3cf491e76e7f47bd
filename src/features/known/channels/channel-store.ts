// All SQL for the table notification_channels.
import type { ChannelKind } from '../../../core/notifications/channel-address.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { bytes, nullable, oneOf, type RowOf, rowType, text, time, uuid } from '../../../io/db/row-type.ts';

const channel = rowType({
  id: uuid,
  userId: uuid,
  kind: oneOf<ChannelKind>(),
  name: text,
  shownAddress: text,
  addressSealed: bytes,
  verifiedAt: nullable(time),
  disabledAt: nullable(time),
  lastError: nullable(text),
  createdAt: time,
});
export type Channel = RowOf<typeof channel>;

/** The context in which the address of a channel is sealed. A row cannot be moved to another user. */
export function channelContext({ id, userId }: Pick<Channel, 'id' | 'userId'>): string {
  return `notification_channel\n${userId}\n${id}`;
}

export async function insertChannel(trx: Queryable, added: Channel): Promise<void> {
  await trx.query(
    `insert into notification_channels (${channel.written}) values (${channel.placeholders})`,
    channel.values(added),
  );
}

/** Locks the channels and the choices of a user until the commit, by the row of the user. */
export async function lockChannelsOf(trx: Queryable, userId: string): Promise<void> {
  await trx.query('select from users where id = $1 for no key update', [userId]);
}

/** Returns the channels of a user, newest first. */
export async function listChannelsOf(db: Queryable, userId: string): Promise<Channel[]> {
  const rows = await db.query(
    `select ${channel.columns} from notification_channels where user_id = $1 order by id desc`,
    [userId],
  );
  return channel.all(rows);
}

/** Returns the user's channel, or null. */
export async function findChannelOf(db: Queryable, userId: string, id: string): Promise<Channel | null> {
  return channel.one(
    await db.query(`select ${channel.columns} from notification_channels where id = $1 and user_id = $2`, [id, userId]),
  );
}

/** Records that the service accepted a message. */
export async function markAccepted(db: Queryable, id: string): Promise<void> {
  await db.query('update notification_channels set last_error = null where id = $1 and last_error is not null', [id]);
}

/** Records that a test message was accepted. The channel is used from now on. */
export async function markVerified(trx: Queryable, id: string, now: Date): Promise<void> {
  await trx.query(
    'update notification_channels set verified_at = $2, disabled_at = null, last_error = null where id = $1',
    [id, now],
  );
}

/** Records why a message was not accepted. The channel stays in use. */
export async function recordError(db: Queryable, id: string, error: string): Promise<void> {
  await db.query('update notification_channels set last_error = $2 where id = $1', [id, error]);
}

/** Disables the channel. Returns the e-mail address of its user, or null if it was disabled or deleted before. */
export async function disableChannel(trx: Queryable, id: string, error: string, now: Date): Promise<string | null> {
  const [row] = await trx.query<{ email: string }>(
    `update notification_channels c set disabled_at = $3, last_error = $2 from users u
     where c.id = $1 and c.disabled_at is null and u.id = c.user_id returning u.email`,
    [id, error, now],
  );
  return row?.email ?? null;
}

/** Deletes a channel of this user, removes it from their choices, and returns it. Null if there is none. */
export async function deleteChannelOf(trx: Queryable, userId: string, id: string): Promise<Channel | null> {
  const rows = await trx.query(
    `delete from notification_channels where id = $1 and user_id = $2 returning ${channel.columns}`,
    [id, userId],
  );
  await trx.query('update notification_choices set channel_ids = array_remove(channel_ids, $2) where user_id = $1', [
    userId,
    id,
  ]);
  return channel.one(rows);
}

/**
 * Deletes the channels that the user added at this time or later, or all for null, and their choices, which are as by
 * default then. Returns how many channels it deleted.
 */
export async function deleteChannelsSince(trx: Queryable, userId: string, since: Date | null): Promise<number> {
  await trx.query('delete from notification_choices where user_id = $1', [userId]);
  const rows = await trx.query(
    `delete from notification_channels where user_id = $1 and ($2::timestamptz is null or created_at >= $2)
     returning 1`,
    [userId, since],
  );
  return rows.length;
}
