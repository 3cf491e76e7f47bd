// Moves an address from an owner who did not prove control of it to one who did. The open quotes of the previous owner
// are canceled, and that owner is notified.
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
 * Gives the whole wallet to the winner. The loser's apps stop receiving payments there. The caller must have called
 * holdAttempts.
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

/** Moves single addresses of the loser's key to this wallet. The loser keeps the rest of the key. */
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

/** Keeps attempts with a payment on a chain: the customer paid the requested amount. */
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
