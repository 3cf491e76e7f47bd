// Gives an owner the wallet that he names, if it is nobody else's, or if he has proved that it is his.
import { callerName } from '../../../core/access/caller-name.ts';
import { outcomeFor, type Proof } from '../../../core/payment/receiving/proof-of-control.ts';
import { fieldProblem, type Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Call } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { inUse } from '../../receiving/addresses/ownership/address-in-use.ts';
import { contestedBy, heldBy, isProvedHere } from '../../receiving/addresses/ownership/conflicting-wallets.ts';
import type { Controlled, ShownPayment } from '../../receiving/addresses/ownership/control.ts';
import {
  type ConflictingWallet,
  findWallet,
  holdAttempts,
  isOwnedBy,
  listConflicting,
  listUses,
  moveReserved,
  ownAddresses,
  recordProved,
  respellWallet,
  upsertWallet,
  type Wallet,
} from '../../receiving/addresses/ownership/owner-store.ts';
import { deletePaymentsOf } from '../../receiving/addresses/ownership/payment/payment-store.ts';
import { childrenOn, reservedAhead } from '../../receiving/addresses/ownership/reserve-ahead.ts';
import { takeAddresses, takeWallet } from './take-over.ts';

export interface WantedWallet extends Controlled {
  /** Canonical. */
  readonly value: string;
  readonly identity: string;
  /** Of a key: what it gives out next, reckoned before the commit. */
  readonly ahead: { readonly addresses: readonly string[]; readonly to: bigint };
  readonly proof: Proof | null;
  /** By which control may be proved. */
  readonly payment: ShownPayment | null;
  readonly caller: Call<unknown, unknown, unknown>['caller'];
}

/**
 * What a key gives out next on this network, as far as it is to be its owner's from now on. It costs milliseconds, so
 * not within a commit.
 */
export async function lookAhead(
  instance: Instance,
  { network, kind, value, identity }: Pick<WantedWallet, 'network' | 'kind' | 'value' | 'identity'>,
): Promise<WantedWallet['ahead']> {
  if (kind === 'address') return { addresses: [value], to: 0n };
  const known = await findWallet(instance.db, network.family, identity);
  const first = known?.nextIndex ?? 0n;
  const least = first + reservedAhead;
  const to = known !== null && known.reservedTo > least ? known.reservedTo : least;
  return { addresses: childrenOn([network], { key: value, first, end: to }), to };
}

/** Throws Problem naming `value`: it is another owner's, with the text to sign where a signature would help. */
export async function obtainWallet(trx: Queryable, instance: Instance, wanted: WantedWallet): Promise<Wallet> {
  const { app, kind, network, value, identity, ahead } = wanted;
  const losers = await findLosers(trx, instance, wanted);
  const isWhole = (loser: ConflictingWallet) => kind === 'xpub' || loser.kind === 'address';
  for (const loser of losers) if (isWhole(loser)) await takeWallet(trx, instance, wanted, loser);
  const now = instance.clock.now();
  const made = { id: instance.newId(), ownerId: app.ownerId, family: network.family, createdAt: now };
  const wallet = await upsertWallet(trx, { ...made, kind, value, identity });
  if (wallet.ownerId !== app.ownerId) throw inUse(instance, wanted, wallet.provedAt === null ? 'unproved' : 'proved');
  const winner = { ...wanted, walletId: wallet.id };
  for (const loser of losers) if (!isWhole(loser)) await takeAddresses(trx, instance, winner, loser);
  const spelled = await settleSpelling(trx, wanted, wallet);
  await ownAddresses(trx, wallet.id, ahead.addresses);
  // Somebody else may have been faster by a moment.
  const entered = { family: network.family, address: value };
  if (kind === 'address' && !(await isOwnedBy(trx, entered, app.ownerId))) throw inUse(instance, wanted, 'unproved');
  if (kind === 'xpub') await moveReserved(trx, wallet.id, ahead.to);
  if (wanted.proof === null) return spelled;
  const proved = { on: wanted.proof.on, by: callerName(wanted.caller), at: now };
  await recordProved(trx, { id: wallet.id, addresses: ahead.addresses }, proved);
  await deletePaymentsOf(trx, app.ownerId, wanted.address);
  return { ...spelled, provedAt: wallet.provedAt ?? now };
}

/**
 * Those from whom it is taken. A key passes over addresses that others entered, unless it is proved and they are not.
 */
async function findLosers(
  trx: Queryable,
  instance: Instance,
  wanted: WantedWallet,
): Promise<readonly ConflictingWallet[]> {
  const { app, network, identity, ahead } = wanted;
  const asked = { ownerId: app.ownerId, family: network.family, identity, addresses: ahead.addresses };
  const judged = (conflicting: readonly ConflictingWallet[]) => {
    const contested = contestedBy(wanted, conflicting);
    const refusal = refusalOf(instance, wanted, contested);
    if (refusal !== null) throw refusal;
    return contested;
  };
  const conflicting = judged(await listConflicting(trx, asked, false));
  if (conflicting.length === 0) return conflicting;
  await holdAttempts(trx);
  return judged(await listConflicting(trx, asked, true));
}

/**
 * Two spellings of one key may lead to different addresses, since a key says at which depth of its wallet it stands.
 * Only one of them is true, and one wallet has one.
 */
async function settleSpelling(trx: Queryable, wanted: WantedWallet, wallet: Wallet): Promise<Wallet> {
  const { network, kind, value } = wanted;
  if (wallet.value === value) return wallet;
  // An address is spelled in one way: another one was written over it past the service.
  if (kind === 'address') {
    await respellWallet(trx, wallet.id, value);
    return { ...wallet, value };
  }
  const [first] = childrenOn([network], { key: wallet.value, first: 0n, end: 1n });
  if (first === wanted.address) return wallet;
  if ((await listUses(trx, wallet.id)).length > 0)
    throw fieldProblem(
      'value',
      'other_spelling',
      `You use this key already, written so that its first address is ${first}. Only one of the two can be right: ` +
        'compare both with the wallet, and delete the wrong one.',
    );
  await respellWallet(trx, wallet.id, value);
  return { ...wallet, value };
}

function refusalOf(instance: Instance, wanted: WantedWallet, contested: readonly ConflictingWallet[]): Problem | null {
  const outcomes = contested.map((one) => outcomeFor(heldBy(one), wanted.proof));
  if (outcomes.every((outcome) => outcome === 'taken')) return null;
  if (contested.some((one) => isProvedHere(wanted, one))) return inUse(instance, wanted, 'proved');
  return inUse(instance, wanted, outcomes.includes('kept_elsewhere') ? 'elsewhere' : 'unproved');
}
