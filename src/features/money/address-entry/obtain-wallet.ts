// Gives an owner the wallet named in the request, if no other owner has it or if this owner proved control of it.
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
  recordDescriptor,
  recordProved,
  respellWallet,
  upsertWallet,
  type Wallet,
} from '../../receiving/addresses/ownership/owner-store.ts';
import { deletePaymentsOf } from '../../receiving/addresses/ownership/payment/payment-store.ts';
import { childrenOn, reservedAhead } from '../../receiving/addresses/ownership/reserve-ahead.ts';
import { takeAddresses, takeWallet } from './take-over.ts';

export interface WantedWallet extends Controlled {
  /** The address or extended public key in canonical form. */
  readonly value: string;
  readonly identity: string;
  /** For a key: its text for signers. Absent if the family has no use for it. */
  readonly descriptor?: string;
  /** For a key: the next addresses to reserve, derived before the commit. */
  readonly ahead: { readonly addresses: readonly string[]; readonly to: bigint };
  readonly proof: Proof | null;
  /** The payment that can prove control. */
  readonly payment: ShownPayment | null;
  readonly caller: Call<unknown, unknown, unknown>['caller'];
}

/**
 * Returns the next addresses of a key on this network, up to the number that is reserved for its owner. Deriving them
 * takes milliseconds, so call this outside the commit.
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

/**
 * Throws Problem naming `value` if another owner has the wallet. The problem includes the text to sign if a signature
 * would help.
 */
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
  if (wanted.descriptor !== undefined) await recordDescriptor(trx, wallet.id, wanted.descriptor);
  await ownAddresses(trx, wallet.id, ahead.addresses);
  // Another owner may have entered the same address at the same moment.
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
 * Returns the wallets that lose addresses to this one. An unproved key does not take addresses that others entered. A
 * proved key takes those addresses that their owners have not proved.
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
 * Two spellings of one key can state different depths, and then lead to different addresses. Only one of them is
 * correct, so a wallet keeps one spelling.
 */
async function settleSpelling(trx: Queryable, wanted: WantedWallet, wallet: Wallet): Promise<Wallet> {
  const { network, kind, value } = wanted;
  if (wallet.value === value) return wallet;
  // An address has only one spelling, so a different stored value was written outside the service.
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
      `You already use this key in a spelling with the first address ${first}. Only one of the two can be right: ` +
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
