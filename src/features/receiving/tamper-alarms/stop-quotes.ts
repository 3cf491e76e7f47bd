// Stops the quotes of an app if a row that affects its money was changed outside the service, until an owner has
// checked it.

import { nameInBody } from '../../../core/mail/name-in-mail.ts';
import type { Mail } from '../../../io/mail/mailer.ts';
import type { Instance } from '../../instance.ts';
import { notify } from '../../known/channels/notify.ts';
import { findSoundApp, listOwners } from '../../people/apps/store.ts';
import { auditChange, byService } from '../../people/audit/audit-change.ts';
import type { Finding } from './finding.ts';
import { recordFinding, stopQuotesOf } from './finding-store.ts';

/** Once for each finding: writes a log line and an audit log entry. If this stops the quotes, mails each owner. */
export async function stopQuotes(instance: Instance, finding: Finding): Promise<void> {
  const now = instance.clock.now();
  const { appId, subjectType, subjectId } = finding;
  await instance.db.atomically(async (trx) => {
    if (!(await recordFinding(trx, finding, now))) return;
    const isNew = await stopQuotesOf(trx, appId, now);
    const isAddress = subjectType === 'address' || subjectType === 'transaction';
    await auditChange(trx, instance, byService, {
      of: { appId },
      action: `${subjectType}.tampered`,
      subjectId,
      before: null,
      after: { quotes_stopped_at: now.toISOString() },
    });
    const name = nameInBody((await findSoundApp(trx, appId))?.name ?? appId);
    if (isNew)
      for (const owner of await listOwners(trx, instance, appId)) {
        const { to: _, ...mail } = isAddress
          ? mailAbout(instance.publicUrl, owner.email, name)
          : mailAboutRow(instance.publicUrl, owner.email, { name, subject: names[subjectType] });
        const lines = [`The quotes of the app ${name} are stopped. The mail about it has the next steps.`];
        await notify(trx, instance, owner, { kind: 'security', appId, mail, lines });
      }
    const event = isAddress ? 'address.tampered' : 'row.tampered';
    const what = isAddress ? 'an address' : names[subjectType];
    instance.log.error(
      { event, app: appId, subject: subjectType, id: subjectId },
      `${what} was changed directly in the database; the quotes of the app are stopped until an owner has checked it`,
    );
  });
}

const names: Readonly<Record<Finding['subjectType'], string>> = {
  address: 'an address',
  transaction: 'an attempt to pay',
  member: 'a member',
  app: 'the app itself',
  payment_link: 'a payment link',
  app_cryptocurrency: 'an accepted cryptocurrency',
  payout_change: 'a payout change',
  invoice: 'an invoice',
  credit: 'a credited payment',
  transfer: 'a payment seen on a chain',
  payment_claim: 'a claim for a payment',
  refund: 'a refund',
  refund_psbt: 'a PSBT of a refund',
  slug_change: 'a change of a slug',
  event: 'an event',
};

function mailAboutRow(
  publicUrl: string,
  to: string,
  { name, subject }: { readonly name: string; readonly subject: string },
): Mail {
  return {
    to,
    subject: 'A record of your payments was changed directly in the database',
    text: [
      `A record of the app ${name} at ${publicUrl} is not as the service wrote it: ${subject}. It was changed in the`,
      'database itself, without the key of this service. The record is not used, and until it is restored no customer',
      'of this app gets a quote.',
      '',
      'The operator can list such records with: quittance audit. After the record is restored, the same command allows',
      'quotes again. The person who changed it can write to the database.',
    ].join('\n'),
  };
}

function mailAbout(publicUrl: string, to: string, appName: string): Mail {
  return {
    to,
    subject: 'An address of yours was changed directly in the database',
    text: [
      `An address at which the app ${appName} is paid is no longer the one that was entered. It was changed in the`,
      'database itself, without the key of this service. It is not shown to customers, and until you have checked it,',
      'no customer of this app gets a quote.',
      '',
      `See GET /app-addresses at ${publicUrl}: changed addresses are marked "tampered". ` +
        'Compare each address with your wallet.',
      'Confirm the right ones (PUT /app-address/{id} with confirmed_value), remove the others and add the right ones.',
      'Notify the operator: the person who did this can write to the database.',
    ].join('\n'),
  };
}
