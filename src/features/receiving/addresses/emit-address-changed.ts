// Emits an event and mails for every change of a receiving address, and writes it to the audit log, all in the commit
// of the change.

import { codecOf } from '../../../io/chains/codecs.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Mail } from '../../../io/mail/mailer.ts';
import { appendEvents } from '../../events/events/append-events.ts';
import type { Instance } from '../../instance.ts';
import type { Asset } from '../../known/catalog/catalog.ts';
import { notify } from '../../known/channels/notify.ts';
import { findApp, listOwners } from '../../people/apps/store.ts';
import { auditChange, byAnotherOwner, type ChangedBy } from '../../people/audit/audit-change.ts';
import type { WaitingChange } from './payout-lock/hold-change.ts';
import type { AppAddress } from './store.ts';
import { appAddressChanges, appAddressView } from './view.ts';

export interface AddressChange {
  readonly address: AppAddress;
  /** The address before the change; null for a new one. */
  readonly before: AppAddress | null;
  readonly change: EmittedChange;
  /** The change that takes effect later and can be stopped until then. */
  readonly waiting?: WaitingChange | null;
}

type EmittedChange = 'added' | 'updated' | 'deleted' | 'stopped' | 'approved';

/** An address that the issuer of a token blocked or unblocked. */
export interface AddressBlock {
  readonly address: AppAddress;
  readonly change: 'blocked' | 'unblocked';
  readonly asset: Asset;
}

export async function emitAddressChanged(
  trx: Queryable,
  instance: Instance,
  { address, before, change, waiting = null }: AddressChange,
  call: ChangedBy,
): Promise<void> {
  await auditChange(trx, instance, call, {
    of: { appId: address.appId },
    action: `address.${change}`,
    subjectId: address.id,
    before: before && appAddressView(instance, before),
    after: change === 'deleted' ? null : appAddressView(instance, address),
  });

  const shown = { change, address: appAddressView(instance, address) };
  const isLabelAlone =
    change === 'updated' &&
    before !== null &&
    waiting === null &&
    appAddressChanges(instance, before, address).every((one) => one === 'label');
  const takesEffect = waiting && { id: waiting.id, effective_at: waiting.effectiveAt.toISOString() };
  const data = takesEffect === null ? shown : { ...shown, payout_change: takesEffect };
  await announce(trx, instance, {
    data,
    mail: (letter, plain) => {
      const { label } = shown.address;
      const named = { ...shown.address, label: label === null ? null : plain(label) };
      if (isLabelAlone) return mailAboutLabel(letter, named);
      return mailAbout(letter, { change, address: named, waiting });
    },
  });
}

/**
 * Notifies the owners that the issuer of a token blocked or unblocked an address. The audit log has no entry because no
 * user did it.
 */
export async function emitAddressBlocked(
  trx: Queryable,
  instance: Instance,
  { address, change, asset }: AddressBlock,
): Promise<void> {
  const shown = appAddressView(instance, address);
  const data = { change, cryptocurrency: asset.cryptocurrency.symbol, address: shown };
  await announce(trx, instance, { data, mail: (letter) => mailAboutBlock(letter, data) });
}

/** An app address, and the canonical address that was lost; null if all of it was lost. */
export interface LostAddress {
  readonly address: AppAddress;
  readonly lost: string | null;
}

/** Notifies the loser that another owner has proved control of an address, without the name of that owner. */
export async function emitAddressLost(
  trx: Queryable,
  instance: Instance,
  { address, lost }: LostAddress,
): Promise<void> {
  const shown = appAddressView(instance, address);
  const network = instance.catalog.networkById(address.networkId);
  const lostShown = lost === null || network === null ? lost : codecOf(network.family).showAddress(lost, network.facts);
  await auditChange(trx, instance, byAnotherOwner, {
    of: { appId: address.appId },
    action: 'address.lost',
    subjectId: address.id,
    before: lostShown === null ? shown : { ...shown, lost_address: lostShown },
    after: null,
  });
  const data = { change: 'lost', address: shown, ...(lostShown === null ? {} : { lost_address: lostShown }) };
  await announce(trx, instance, {
    data,
    mail: (letter) => mailAboutLoss(letter, { address: shown, lost: lostShown }),
  });
}

type ShownAddress = ReturnType<typeof appAddressView>;

/** The recipient, the name of the app and the URL of this service. */
interface Letter {
  readonly to: string;
  readonly appName: string;
  readonly publicUrl: string;
}

/** The event, and the mail for each owner. */
interface Announcement {
  readonly data: { readonly change: string; readonly address: ShownAddress };
  mail(letter: Letter, plain: (name: string) => string): Mail;
}

async function announce(trx: Queryable, instance: Instance, { data, mail }: Announcement): Promise<void> {
  const event = {
    id: instance.newId(),
    appId: data.address.app_id,
    type: 'address.changed' as const,
    invoiceId: null,
    sequence: null,
    data,
  };
  await appendEvents(trx, [{ ...event, createdAt: instance.clock.now() }], instance.newId);
  const app = await findApp(trx, data.address.app_id);
  if (app === null) return;
  const plain = instance.mails.nameInBody;
  for (const owner of await listOwners(trx, instance, app.id)) {
    const letter = { to: owner.email, appName: plain(app.name), publicUrl: instance.publicUrl };
    const { to: _, ...written } = mail(letter, plain);
    const lines = [`It is about the app ${plain(app.name)}. The mail about it has the details.`];
    await notify(trx, instance, owner, { kind: 'security', appId: app.id, mail: written, lines });
  }
}

/** A change of the label does not redirect money, so this mail is no warning. */
function mailAboutLabel({ to, appName }: Letter, { kind, network, value, label }: ShownAddress): Mail {
  const what = `${kind === 'xpub' ? 'An extended public key' : 'An address'} on ${network.name}`;
  return {
    to,
    subject: 'The label of an address was changed',
    text: [
      `${what} of the app ${appName} has a new label. Customers still pay to the same address.`,
      '',
      value,
      label === null ? 'It has no label now.' : `Label: ${label}`,
    ].join('\n'),
  };
}

/** The change may have been made by an attacker, so the mail names the new state and the steps to take. */
function mailAbout(
  { to, appName, publicUrl }: Letter,
  { change, address, waiting }: { change: EmittedChange; address: ShownAddress; waiting: WaitingChange | null },
): Mail {
  const what = `${address.kind === 'xpub' ? 'An extended public key' : 'An address'} on ${address.network.name}`;
  const did = {
    added: `${what} was added to the app ${appName}${waiting === null ? ': customers can be asked to pay there' : ''}.`,
    updated: `${what} of the app ${appName} was changed.`,
    deleted: `${what} was removed from the app ${appName}: customers are no longer asked to pay there.`,
    stopped: [
      `${what} of the app ${appName} was waiting to take effect, and an owner stopped it:`,
      'customers are not asked to pay there.',
    ].join(' '),
    approved: `${what} of the app ${appName} was approved by a second owner: customers can be asked to pay there.`,
  }[change];
  return {
    to,
    subject: 'Where you are paid has changed',
    text: [
      did,
      '',
      address.value,
      ...(address.label === null ? [] : [`Label: ${address.label}`]),
      ...(change === 'updated' ? [address.enabled ? 'New payments may use it.' : 'New payments do not use it.'] : []),
      ...(waiting === null ? [] : stopLines(waiting)),
      '',
      'If this was neither you nor a person you trust, an attacker has your password or one of your tokens: change the',
      `password, revoke your personal access tokens and correct the address, at ${publicUrl}.`,
    ].join('\n'),
  };
}

function stopLines({ effectiveAt, stopUrl }: WaitingChange): string[] {
  return [
    '',
    `It takes effect at ${effectiveAt.toISOString()}. Until then customers pay to the previous address.`,
    'If the change is wrong, stop it here. You do not have to sign in:',
    '',
    stopUrl,
  ];
}

function mailAboutBlock(
  { to, appName, publicUrl }: Letter,
  data: { change: 'blocked' | 'unblocked'; cryptocurrency: string; address: ShownAddress },
): Mail {
  const { change, cryptocurrency, address } = data;
  const coin = `${cryptocurrency} on ${address.network.name}`;
  const blocked = [
    `The issuer of ${coin} has blocked this address of the app ${appName}:`,
    '',
    address.value,
    '',
    `Customers are no longer asked to pay there with ${cryptocurrency}. If a payment arrives nevertheless, it is not`,
    'credited: it waits among the unmatched payments, and with most issuers it cannot be moved.',
    'Other coins can be paid there as before.',
    `To be paid in ${cryptocurrency} again, add another address at ${publicUrl}, or ask the issuer why.`,
  ];
  const free = [
    `The issuer of ${coin} no longer blocks this address of the app ${appName}:`,
    '',
    address.value,
    '',
    `Customers can pay there with ${cryptocurrency} again.`,
  ];
  return {
    to,
    subject: change === 'blocked' ? 'One of your addresses is blocked' : 'One of your addresses is no longer blocked',
    text: (change === 'blocked' ? blocked : free).join('\n'),
  };
}

function mailAboutLoss(
  { to, appName }: Letter,
  { address, lost }: { readonly address: ShownAddress; readonly lost: string | null },
): Mail {
  return {
    to,
    subject: 'One of your addresses belongs to another owner',
    text: [
      `Another owner on this service has proved that this address on ${address.network.name} is theirs:`,
      '',
      lost ?? address.value,
      '',
      lost === null
        ? `The app ${appName} is no longer paid there, and its open quotes for the address are canceled.`
        : `It belongs to an extended public key of the app ${appName}. ` +
          'Its open quotes for the address are canceled, and the address is not given out again.',
      'If you can spend its coins, another person can too: move them, and use a new address.',
    ].join('\n'),
  };
}
