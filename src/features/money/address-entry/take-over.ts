// Who proves control of an address takes it from one who did not: the loser's open quotes end, and he is told.
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import type { Network } from '../../known/catalog/catalog.ts';
import type { App } from '../../people/apps/store.ts';
import { emitAddressLost } from '../../receiving/addresses/emit-address-changed.ts';
import {
  type ConflictingWallet,
  giveAddresses,
  giveWallet,
  listOpenOn,
  listShown,
  listUses,
} from '../../receiving/addresses/ownership/owner-store.ts';
import { childrenOn } from '../../receiving/addresses/ownership/reserve-ahead.ts';
import { deleteAppAddress, lockAppAddress } from '../../receiving/addresses/store.ts';
import { openBooks } from '../ledger/open-books.ts';

export interface Winner {
  readonly app: App;
  readonly network: Network;
}

/**
 * The whole wallet becomes the winner's: the loser's apps are no longer paid there. Attempts must be held
 * (holdAttempts).
 */
export async function takeWallet(
  trx: Queryable,
  instance: Instance,
  winner: Winner,
  loser: ConflictingWallet,
): Promise<void> {
  const shown = await listShown(trx, loser.id);
  const networks = loser.networkIds.flatMap((id) => instance.catalog.networkById(id) ?? []);
  const ahead = { key: loser.value, first: loser.nextIndex, end: loser.reservedTo };
  const reserved = loser.kind === 'xpub' ? childrenOn(networks, ahead) : [loser.value];
  await cancelQuotes(trx, instance, winner, { ...loser, addresses: [...shown, ...loser.addresses] });
  const { app } = winner;
  const given = { walletId: loser.id, addresses: [...reserved, ...loser.addresses] };
  await giveWallet(trx, given, { ownerId: app.ownerId, appId: app.id });
  for (const id of await listUses(trx, loser.id)) {
    const use = await lockAppAddress(trx, id);
    if (use === null) continue;
    const now = instance.clock.now();
    await deleteAppAddress(trx, id, now);
    const address = { ...use, enabled: false, updatedAt: now };
    await emitAddressLost(trx, instance, { address, lost: null });
  }
}

/** Single addresses of a loser's key become those of this wallet; the rest of the key stays the loser's. */
export async function takeAddresses(
  trx: Queryable,
  instance: Instance,
  winner: Winner & { readonly walletId: string },
  loser: ConflictingWallet,
): Promise<void> {
  await cancelQuotes(trx, instance, winner, loser);
  const given = { walletId: loser.id, addresses: loser.addresses };
  await giveAddresses(trx, given, { walletId: winner.walletId, appId: winner.app.id });
  for (const id of await listUses(trx, loser.id)) {
    const use = await lockAppAddress(trx, id);
    if (use === null) continue;
    for (const lost of loser.addresses) await emitAddressLost(trx, instance, { address: use, lost });
  }
}

/**
 * What was already seen on a chain stays with the attempt that it pays: its customer has paid what he was asked for.
 */
async function cancelQuotes(
  trx: Queryable,
  instance: Instance,
  { network }: Winner,
  { ownerId, addresses }: Pick<ConflictingWallet, 'ownerId' | 'addresses'>,
): Promise<void> {
  const transactions = await listOpenOn(trx, ownerId, { family: network.family, addresses });
  if (transactions.length === 0) return;
  await openBooks(trx, instance, { transactions }, (books) => {
    for (const attempt of books.transactions) if (attempt.hash === null) books.cancel(attempt, 'address_lost');
  });
}
