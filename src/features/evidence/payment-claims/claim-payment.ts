// Handles a customer's claim for a payment: looks it up on the chain, records the claim and decides the payment again.

import { claimThatGivesWay, mostWaitingClaims } from '../../../core/payment/evidence/waiting-claims.ts';
import type { NewTransfer } from '../../../core/payment/transfer.ts';
import { fieldProblem, Problem } from '../../../core/problem.ts';
import type { FoundTransfers } from '../../../io/chains/chain.ts';
import { isRefusal } from '../../../io/chains/codec.ts';
import { codecOf } from '../../../io/chains/codecs.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { isUuid } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import type { Asset } from '../../known/catalog/catalog.ts';
import { isOnScannedBranch } from '../../known/networks/block-store.ts';
import { holdCursor } from '../../known/networks/cursor-store.ts';
import { notifyInvoicesOf } from '../../money/ledger/invoice-feed.ts';
import { findTransaction, findTransactions, type Transaction } from '../../money/ledger/transaction-store.ts';
import { claimText, transactionView } from '../../money/ledger/transaction-view.ts';
import { confirmThese } from '../../money/payments/confirm.ts';
import {
  deleteClaim,
  insertClaim,
  listTransfersOfHash,
  listWaitingClaims,
} from '../../money/payments/matching/claim-store.ts';
import { receiveTransfers } from '../../money/payments/receive-transfers.ts';
import { findOnChain } from './find-on-chain.ts';
import { keepUnlisted } from './keep-unlisted.ts';
import { provenSender } from './proven-sender.ts';

/** The claim as the customer wrote it. The signature is null if there is none. */
export interface SaidOfPayment {
  readonly hash: string;
  readonly signature: string | null;
  /** The network of the caller, as a keyed hash; null if it is not known. */
  readonly visitor: number | null;
}

/** Throws Problem: not_found, validation_failed naming `hash`, claim_refused. Calls the network. */
export async function lookUpClaim(instance: Instance, id: string, said: SaidOfPayment): Promise<Claim> {
  const found = isUuid(id) ? await findTransaction(instance.db, id) : null;
  const asset = found === null ? null : instance.catalog.assetById(found.transaction.assetId);
  if (found === null || asset === null) throw new Problem('not_found');
  const hash = codecOf(asset.network.family).readTransactionHash(said.hash.trim());
  if (isRefusal(hash)) throw fieldProblem('hash', hash.code, hash.message);
  const { transaction } = found;
  return investigate(instance, { ...said, asset, transaction, hash: hash.canonical });
}

/**
 * Records the claim and decides the payment again. Returns whether the payment belongs to the transaction now, and the
 * transaction. If it does not, `claim_text` is the text that the sender may sign. Throws Problem not_found, or
 * claim_refused if it can never belong to the transaction.
 */
export async function settleClaim(trx: Queryable, instance: Instance, claim: Claim) {
  const isAttached = await attach(trx, instance, claim);
  const now = await findTransaction(trx, claim.id);
  if (now === null) throw new Problem('not_found');
  const view = transactionView(instance, now.transaction, now.scannedHeight);
  if (isAttached) return { isAttached, view };
  const contract = unlistedIn(claim);
  const notice = contract === null ? {} : { claim_notice: noticeOf(claim.asset, contract) };
  return { isAttached, view: { ...view, claim_text: claimText(instance.publicUrl, claim.id, claim.hash), ...notice } };
}

/** Returns the contract of a token outside the catalog if the chain transaction moves nothing else to the address. */
function unlistedIn({ look }: Claim): string | null {
  const found = look?.found ?? null;
  return found?.header && found.transfers.length === 0 ? (found.unlisted?.[0] ?? null) : null;
}

function noticeOf({ network }: Asset, canonical: string) {
  const contract = codecOf(network.family).showAddress(canonical, network.facts);
  const message = `It moves a token of the contract ${contract}, which is not accepted here. The merchant can see it.`;
  return { code: 'unlisted_token' as const, contract, message };
}

/** A claim and the answer of the network. */
export interface Claim {
  readonly asset: Asset;
  readonly id: string;
  readonly hash: string;
  readonly recipient: string;
  /** The chain transaction as found on the chain; null if it is recorded already. */
  readonly look: { readonly found: FoundTransfers | null } | null;
  /** The sender with a verified signature; null if there is none. */
  readonly provedBy: string | null;
  readonly visitor: number | null;
}

/** A customer's claim with a canonical hash. */
interface Said extends SaidOfPayment {
  readonly asset: Asset;
  readonly transaction: Transaction;
}

/** Makes all requests to the network before anything is locked. Throws Problem. */
async function investigate(instance: Instance, said: Said): Promise<Claim> {
  const { asset, transaction, hash, signature, visitor } = said;
  const { id, recipient, derivationIndex } = transaction;
  const recorded = await listTransfersOfHash(instance.db, { networkId: asset.network.id, txHash: hash, recipient });
  const isKnown = recorded.some((one) => one.isOnChain);
  const paid = { txHash: hash, recipient, derivationIndex };
  if (!isKnown) refuseUnwatched(asset);
  const look = isKnown ? null : { found: await findOnChain(instance, { network: asset.network, visitor }, paid) };
  const senders = [...recorded, ...(look?.found?.transfers ?? [])].flatMap(({ sender }) => sender ?? []);
  const text = claimText(instance.publicUrl, id, hash);
  const provedBy =
    signature === null ? null : await provenSender(instance, asset.network, { text, signature, senders, visitor });
  return { asset, id, hash, recipient, look, provedBy, visitor };
}

/** Throws Problem if the network or the token's contract is not configured, because any answer would be a guess. */
function refuseUnwatched({ network, cryptocurrency, stopped }: Asset): void {
  if (network.followable && stopped !== 'not_configured') return;
  const coin = `${cryptocurrency.symbol} on ${network.name}`;
  throw refusal('not_available', `${coin} is not available here, so the payment cannot be looked up. Ask the shop.`);
}

/** Returns whether the payment belongs to the transaction now. Throws Problem claim_refused if it never can. */
async function attach(trx: Queryable, instance: Instance, claim: Claim): Promise<boolean> {
  const { asset, hash, recipient, look } = claim;
  const { network } = asset;
  const height = await holdCursor(trx, network.id);
  const transaction = (await findTransaction(trx, claim.id))?.transaction;
  if (transaction === undefined) throw new Problem('not_found');
  if (transaction.hash === hash && transaction.status !== 'canceled' && transaction.status !== 'rejected') return true;
  const listed = () => listTransfersOfHash(trx, { networkId: network.id, txHash: hash, recipient });
  const before = (await listed()).filter((one) => one.isOnChain);
  const unlisted = before.length === 0 ? unlistedIn(claim) : null;
  if (before.length === 0 && look !== null && unlisted === null) refuseEmpty(look.found);
  if ((await ownersOf(trx, before, transaction)).length > 0) return true;
  if (
    unlisted !== null &&
    !(await keepUnlisted(trx, instance, transaction.invoiceId, { network, hash, contract: unlisted }))
  )
    throw refusal('too_many_claims', 'This invoice has reached its limit of claims for tokens that are not accepted.');
  const claimId = await record(trx, instance, claim);
  if (unlisted !== null) {
    await makeRoom(trx, transaction, claimId);
    return false;
  }
  const found = before.length > 0 ? [] : await newTransfers(trx, instance, claim, height);
  const fromBlock = found[0]?.header.number ?? null;
  const only = { txHash: hash, recipient, isClaimed: true };
  await receiveTransfers({ trx, instance }, { network, height: height ?? 0, found, fromBlock, only });
  const after = (await listed()).filter((one) => one.isOnChain);
  if (found.length > 0 && after.length === 0) throw refusal('pays_nothing_here', nothingHere);
  const owners = await ownersOf(trx, after, transaction);
  const due = owners.filter((one) => !one.mustBeFinal).map((one) => one.id);
  if (due.length > 0) await confirmThese({ trx, instance }, { ids: due, height: height ?? 0 });
  if (owners.length === 0) await makeRoom(trx, transaction, claimId);
  return owners.length > 0;
}

function refuseEmpty(look: FoundTransfers | null): void {
  if (look === null) throw refusal('unknown_hash', 'The network does not know this hash. Check both.');
  if (look.header !== null && look.transfers.length === 0) throw refusal('pays_nothing_here', nothingHere);
}

const nothingHere = 'It moves no accepted coin to the address of this transaction.';

type Listed = Awaited<ReturnType<typeof listTransfersOfHash>>;

/**
 * Returns the owners of the transfers. They must belong to the claimant's invoice. Throws Problem if another invoice
 * owns one or if all transfers failed.
 */
async function ownersOf(trx: Queryable, transfers: Listed, { invoiceId }: Transaction): Promise<Transaction[]> {
  if (transfers.length > 0 && transfers.every((one) => !one.succeeded))
    throw refusal('failed_on_chain', 'It failed on the chain: no coins moved.');
  const ids = transfers.flatMap(({ transactionId }) => transactionId ?? []);
  const owners = await findTransactions(trx, [...new Set(ids)]);
  if (owners.some((one) => one.invoiceId !== invoiceId))
    throw refusal('belongs_to_another', 'It already belongs to another payment.');
  return owners;
}

/** Returns the id of the claim, which may have existed before. */
async function record(
  trx: Queryable,
  instance: Instance,
  { asset, hash, id, provedBy, visitor }: Claim,
): Promise<string> {
  const claim = { id: instance.newId(), transactionId: id, networkId: asset.network.id, txHash: hash };
  const claimId = await insertClaim(trx, { ...claim, provedBy, visitor, createdAt: instance.clock.now() });
  await notifyInvoicesOf(trx, [id]);
  return claimId;
}

/**
 * Limits the waiting claims: if there are too many, deletes the weakest. Throws Problem if the new claim has the least
 * evidence.
 */
async function makeRoom(trx: Queryable, { id, amount }: Transaction, claimId: string): Promise<void> {
  const all = await listWaitingClaims(trx, id);
  const added = all.find((one) => one.id === claimId);
  if (all.length <= mostWaitingClaims || added === undefined) return;
  const others = all.filter((one) => one !== added);
  const given = claimThatGivesWay(others, added, amount);
  if (given === null)
    throw refusal('too_many_claims', `It has ${mostWaitingClaims} waiting claims. Sign yours to prove it.`);
  await deleteClaim(trx, given);
}

/**
 * Returns the transfers found, as a scan would. Returns none if their block is not scanned yet or is on another branch.
 */
async function newTransfers(
  trx: Queryable,
  instance: Instance,
  { asset, look }: Claim,
  height: number | null,
): Promise<NewTransfer[]> {
  const header = look?.found?.header ?? null;
  if (header === null || height === null || header.number > height) return [];
  if (!(await isOnScannedBranch(trx, asset.network.id, header))) return [];
  return (look?.found?.transfers ?? []).flatMap((transfer) => {
    const assetId = instance.catalog.assetByContract(asset.network.id, transfer.contract)?.id;
    return assetId === undefined ? [] : [{ id: instance.newId(), transfer, assetId, header }];
  });
}

function refusal(code: string, message: string): Problem {
  return new Problem('claim_refused', { detail: message, errors: [{ field: 'hash', code, message }] });
}
