// All SQL for the table notification_choices.
import type { NotificationKind } from '../../../core/notifications/notification.ts';
import type { Queryable } from '../../../io/db/database.ts';

export interface Choice {
  readonly userId: string;
  readonly kind: NotificationKind;
  readonly byMail: boolean;
  readonly channelIds: readonly string[];
}

const columns = 'user_id as "userId", kind, by_mail as "byMail", channel_ids as "channelIds"';

/** Returns the kinds that the user has chosen for. */
export async function listChoicesOf(db: Queryable, userId: string): Promise<Choice[]> {
  return db.query<Choice & Record<string, unknown>>(`select ${columns} from notification_choices where user_id = $1`, [
    userId,
  ]);
}

export async function writeChoice(trx: Queryable, { userId, kind, byMail, channelIds }: Choice): Promise<void> {
  await trx.query(
    `insert into notification_choices (user_id, kind, by_mail, channel_ids) values ($1, $2, $3, $4::uuid[])
     on conflict (user_id, kind) do update set by_mail = excluded.by_mail, channel_ids = excluded.channel_ids`,
    [userId, kind, byMail, channelIds],
  );
}

/** The ways by which a user gets a kind of notification. */
export interface Ways {
  /** Null without a choice. */
  readonly byMail: boolean | null;
  /** The chosen channels that are in use. */
  readonly channelIds: readonly string[];
}

export async function findWays(db: Queryable, userId: string, kind: NotificationKind): Promise<Ways> {
  const [row] = await db.query<{ byMail: boolean; channelIds: string[] }>(
    `select by_mail as "byMail", array(select c.id from notification_channels c
       where c.id = any(channel_ids) and c.user_id = notification_choices.user_id
         and c.verified_at is not null and c.disabled_at is null order by c.id) as "channelIds"
     from notification_choices where user_id = $1 and kind = $2`,
    [userId, kind],
  );
  return row ?? { byMail: null, channelIds: [] };
}

/** Returns the ids of these events that a member of the app wants to be notified of. */
export async function wantedEvents(
  db: Queryable,
  events: readonly { readonly id: string; readonly appId: string; readonly kind: NotificationKind }[],
): Promise<string[]> {
  if (events.length === 0) return [];
  const rows = await db.query<{ id: string }>(
    `select e.id from unnest($1::uuid[], $2::uuid[], $3::text[]) as e (id, app_id, kind)
     where exists (select from app_roles r join notification_choices c on c.user_id = r.user_id
       where r.app_id = e.app_id and c.kind = e.kind and (c.by_mail or c.channel_ids <> '{}'))`,
    [events.map(({ id }) => id), events.map(({ appId }) => appId), events.map(({ kind }) => kind)],
  );
  return rows.map(({ id }) => id);
}
