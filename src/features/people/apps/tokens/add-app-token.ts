// Creates a scoped app token, records it in the audit log, and mails the owners and its maker, in one commit.
import { nameInBody } from '../../../../core/mail/name-in-mail.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { hashToken, mintToken } from '../../../../io/secrets/token.ts';
import type { Instance } from '../../../instance.ts';
import { auditChange, type ChangedBy } from '../../audit/audit-change.ts';
import { notifyOwner } from '../../identity/notices/notify-owner.ts';
import { notifyOwners } from '../acts/notify-owners.ts';
import type { App } from '../store.ts';
import { type AppToken, insertAppToken } from './app-token-store.ts';
import { appTokenView } from './app-token-view.ts';

export interface AddedToken {
  readonly app: App;
  readonly wanted: Omit<AppToken, 'id' | 'appId' | 'lastFour' | 'lastUsedAt'>;
  readonly by: ChangedBy;
}

/** Returns the record and the token itself. Only a hash of the token is stored. */
export async function addAppToken(
  trx: Queryable,
  instance: Instance,
  { app, wanted, by }: AddedToken,
): Promise<{ record: AppToken; token: string }> {
  const token = mintToken('qapp_');
  const ids = { id: instance.newId(), appId: app.id };
  const record = { ...ids, ...wanted, lastFour: token.slice(-4), lastUsedAt: null };
  const hash = hashToken(token);
  const mac = instance.seals.sign('scoped_app_token', { ...record, tokenHash: hash });
  await insertAppToken(trx, record, { hash, mac });
  const subject = { of: { appId: app.id }, subjectId: record.id };
  const after = appTokenView(record);
  await auditChange(trx, instance, by, { ...subject, action: 'app_token.created', before: null, after });
  await mailNewToken(trx, instance, { app, record, by });
  return { record, token };
}

async function mailNewToken(
  trx: Queryable,
  instance: Instance,
  { app, record, by }: { readonly app: App; readonly record: AppToken; readonly by: ChangedBy },
): Promise<void> {
  const says = [
    `The app token ${nameInBody(record.name)} was made for the app ${nameInBody(app.name)}, with the scopes`,
    `${record.scopes.join(', ')}. The link below takes it back.`,
  ].join(' ');
  const change = { subjectId: record.id, subject: 'An app token was made', says, origin: by.origin };
  const owners = await notifyOwners(trx, instance, app.id, change);
  const { userId } = record;
  if (!owners.includes(userId)) await notifyOwner(trx, instance, { ...change, userId });
}
