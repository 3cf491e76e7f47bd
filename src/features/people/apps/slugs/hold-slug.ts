// Delays a slug's move to another app if the payout lock of the app that loses it requires this.

import { randomBytes } from 'node:crypto';
import { callerName } from '../../../../core/access/caller-name.ts';
import type { Caller, Origin } from '../../../../core/access.ts';
import { nameInBody } from '../../../../core/mail/name-in-mail.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { isUniqueViolation } from '../../../../io/db/sql-fault.ts';
import { hashToken } from '../../../../io/secrets/token.ts';
import type { Instance } from '../../../instance.ts';
import { notify } from '../../../known/channels/notify.ts';
import { auditChange } from '../../audit/audit-change.ts';
import { effectiveFrom } from '../payout-delay.ts';
import { type App, listOwners } from '../store.ts';
import { type FoundSlug, taken, type WantedSlug } from './look-up-slug.ts';
import { decideSlugChange, insertSlugChange, lockOpenSlugChange, type SlugChange } from './slug-change-store.ts';

/** Returns whether the move has to wait. Withdraws an open change of this slug. */
export async function holdSlug(
  trx: Queryable,
  instance: Instance,
  { caller, origin }: { readonly caller: Caller; readonly origin: Origin },
  { from, wanted }: Pick<FoundSlug, 'from'> & { readonly wanted: WantedSlug },
): Promise<boolean> {
  const now = instance.clock.now();
  const open = await lockOpenSlugChange(trx, wanted);
  if (open !== null)
    await decideSlugChange(trx, instance.seals, open, { status: 'withdrawn', by: callerName(caller), at: now });
  if (from === null || from.id === wanted.app.id) return false;
  const effectiveAt = await effectiveFrom(trx, instance, from);
  if (effectiveAt === null) return false;
  const token = randomBytes(32).toString('base64url');
  const change = {
    id: instance.newId(),
    appId: from.id,
    slugOf: wanted.slugOf,
    slug: wanted.slug,
    toAppId: wanted.app.id,
    targetId: wanted.targetId,
    requestedBy: 'userId' in caller ? caller.userId : null,
    effectiveAt,
    status: 'waiting',
    decidedAt: null,
    decidedBy: null,
    carriedOutAt: null,
    createdAt: now,
  } as const;
  try {
    await insertSlugChange(trx, instance.seals, change, hashToken(token));
  } catch (error) {
    throw isUniqueViolation(error, 'slug_changes_open') ? taken(wanted.slugOf) : error;
  }
  await auditChange(trx, instance, { caller, origin }, { ...subjectOf(change), before: null, after: shown(change) });
  const stopUrl = `${instance.publicUrl}/stop-payout-change?token=${token}`;
  await mailOwners(trx, instance, { from, to: wanted.app, change, stopUrl });
  return true;
}

function subjectOf({ appId, id }: Pick<SlugChange, 'appId' | 'id'>) {
  return { of: { appId }, action: 'slug_change.requested', subjectId: id };
}

function shown({ slugOf, slug, toAppId, effectiveAt }: Omit<SlugChange, 'mac'>) {
  return { slug_of: slugOf, slug, to_app_id: toAppId, effective_at: effectiveAt.toISOString() };
}

interface Told {
  readonly from: App;
  readonly to: App;
  readonly change: Omit<SlugChange, 'mac'>;
  readonly stopUrl: string;
}

async function mailOwners(trx: Queryable, instance: Instance, { from, to, change, stopUrl }: Told): Promise<void> {
  const page = change.slugOf === 'app' ? 'counter' : 'link';
  const text = [
    `${instance.publicUrl}/${page}/${change.slug} leads to the app ${nameInBody(from.name)}. A change will make it`,
    `lead to the app ${nameInBody(to.name)}: customers who open it then pay that app.`,
    '',
    `The change takes effect at ${change.effectiveAt.toISOString()}. To stop it, follow this link and press the button`,
    'there. No sign-in is needed:',
    '',
    stopUrl,
    '',
    'If neither you nor a member of your team asked for it, someone else has your password or a token of yours. Change',
    `the password and revoke your personal access tokens at ${instance.publicUrl}.`,
  ].join('\n');
  const mail = { subject: 'Where your customers pay has changed', text };
  const lines = [
    `Customers of the app ${nameInBody(from.name)} are to pay the app ${nameInBody(to.name)}. ` +
      'The mail has a link to stop it.',
  ];
  for (const owner of await listOwners(trx, instance, from.id))
    await notify(trx, instance, owner, { kind: 'security', appId: from.id, mail, lines });
}
