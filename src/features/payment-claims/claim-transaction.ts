// POST /transaction/{id}/claim: a customer who paid and sees nothing says with which chain transaction.
import { Type } from 'typebox';
import { matchClaim } from '../../core/payment/claim.ts';
import { fieldProblem, Problem } from '../../core/problem.ts';
import type { FoundTransfers } from '../../io/chains/chain.ts';
import { isRefusal } from '../../io/chains/codec.ts';
import { codecOf } from '../../io/chains/codecs.ts';
import type { Queryable } from '../../io/db/database.ts';
import { Answer, type Operation, operation } from '../../io/http/operation.ts';
import { idInPath, isUuid } from '../../io/http/schemas.ts';
import { noteUsed } from '../addresses/derived-store.ts';
import type { Asset } from '../catalog/catalog.ts';
import type { Instance } from '../instance.ts';
import { noChanges, tellTransaction, writeChanges } from '../ledger/changes.ts';
import { lockInvoice } from '../ledger/invoice-store.ts';
import { findTransaction, listCandidates, type Transaction } from '../ledger/transaction-store.ts';
import { TransactionView, transactionView } from '../ledger/transaction-view.ts';
import { holdCursor } from '../networks/cursor-store.ts';
import { isOnScannedBranch } from '../networks/scanned-branch-store.ts';
import { confirmThese } from '../payments/confirm.ts';
import { candidateOf } from '../payments/matching/candidate.ts';
import { keepClaim, listClaimants, listTransfersOfHash } from '../payments/matching/claim-store.ts';
import { payTransaction } from '../payments/matching/pay-transaction.ts';
import { decideTransfers } from '../payments/receive-transfers.ts';
import { type RecordedTransfer, recordTransfers, writeDecisions } from '../payments/transfer-store.ts';
import { endWaiting } from '../payments/unmatched/unmatched-store.ts';
import { chainLook } from './find-on-chain.ts';

const ClaimBody = Type.Object(
  { hash: Type.String({ minLength: 1, maxLength: 200, description: 'The hash of the chain transaction that paid.' }) },
  { additionalProperties: false },
);

const mostClaims = 10;

export function claimTransaction(instance: Instance): Operation {
  return operation({
    id: 'claimTransaction',
    method: 'POST',
    path: '/transaction/:id/claim',
    group: 'Transactions',
    summary: 'Claim payment',
    description:
      '200: the payment is attached to the transaction. 202: it is not, or not yet, and the merchant sees the claim beside what waits. 422 `claim_refused`: that hash pays nothing here, or belongs to another.',
    access: { public: true, cookie: true, pat: 'transactions:write', appToken: true, oauth2: 'transactions:write' },
    params: idInPath,
    body: ClaimBody,
    otherStatuses: [202],
    answer: TransactionView,
    problems: ['claim_refused', 'rate_limited', 'temporarily_unavailable'],
    handle: async ({ params, body, commit }) => {
      const found = isUuid(params.id) ? await findTransaction(instance.db, params.id) : null;
      const asset = found === null ? null : instance.catalog.assetById(found.transaction.assetId);
      if (found === null || asset === null) throw new Problem('not_found');
      const hash = codecOf(asset.network.family).readTransactionHash(body.hash.trim());
      if (isRefusal(hash)) throw fieldProblem('hash', hash.code, hash.message);
      const { recipient } = found.transaction;
      const recorded = await listTransfersOfHash(instance.db, asset.network.id, hash.canonical, recipient);
      // Only what was never seen is asked of the chain, and before anything is locked.
      const look = recorded.some((one) => one.isOnChain)
        ? null
        : await chainLook(instance, asset.network, hash.canonical, found.transaction);
      return commit(async (trx) => {
        const isAttached = await settleClaim(trx, { instance, asset, hash: hash.canonical, look, id: params.id });
        const now = await findTransaction(trx, params.id);
        if (now === null) throw new Problem('not_found');
        const view = transactionView(instance, now.transaction, now.scannedHeight);
        return isAttached ? view : new Answer(view, { status: 202 });
      });
    },
  });
}

interface Claim {
  readonly instance: Instance;
  readonly asset: Asset;
  readonly hash: string;
  readonly look: FoundTransfers | null;
  readonly id: string;
}

/** Whether the payment belongs to the transaction now. Throws Problem claim_refused where it never can. */
async function settleClaim(trx: Queryable, claim: Claim): Promise<boolean> {
  const { instance, asset, hash } = claim;
  const height = await holdCursor(trx, asset.network.id);
  const transaction = (await findTransaction(trx, claim.id))?.transaction;
  if (transaction === undefined) throw new Problem('not_found');
  if (transaction.hash === hash && transaction.status !== 'canceled' && transaction.status !== 'rejected') return true;
  const known = await listTransfersOfHash(trx, asset.network.id, hash, transaction.recipient);
  let transfers = known.filter((one) => one.isOnChain);
  if (transfers.length === 0) {
    refuseEmpty(claim);
    await keep(trx, claim);
    if (!(await recordSighting(trx, claim, height))) return false;
    await decideTransfers(trx, instance, asset.network, height ?? 0, claim.look?.header?.number ?? 0);
    transfers = await listTransfersOfHash(trx, asset.network.id, hash, transaction.recipient);
    if (transfers.length === 0) throw refusal('pays_nothing_here', nothingHere);
  }
  if (transfers.every((one) => !one.succeeded))
    throw refusal('failed_on_chain', 'It failed on the chain: nothing moved.');
  if (transfers.some((one) => one.transactionId === transaction.id)) return true;
  const ofAsset = transfers.filter((one) => one.succeeded && one.assetId === asset.id && one.held === null);
  if (transfers.some((one) => one.transactionId !== null))
    throw refusal('belongs_to_another', 'It already belongs to another payment.');
  await keep(trx, claim);
  return ofAsset.length > 0 && attach(trx, claim, ofAsset, height ?? 0);
}

function refuseEmpty({ look }: Claim): void {
  if (look === null) throw refusal('unknown_hash', 'The network does not know this hash. Check it, and the network.');
  if (look.header !== null && look.transfers.length === 0) throw refusal('pays_nothing_here', nothingHere);
}

const nothingHere = 'It moves nothing to the address of this transaction.';

async function keep(trx: Queryable, { instance, asset, hash, id }: Claim): Promise<void> {
  const claim = { id: instance.newId(), transactionId: id, networkId: asset.network.id, txHash: hash };
  if (!(await keepClaim(trx, { ...claim, createdAt: instance.clock.now() }, mostClaims)))
    throw refusal('too_many_claims', `A transaction takes ${mostClaims} claims.`);
}

/** Records what the look found, as a scan would. False where its block is yet to be scanned, or is of another branch. */
async function recordSighting(trx: Queryable, claim: Claim, height: number | null): Promise<boolean> {
  const { instance, asset, look } = claim;
  const header = look?.header ?? null;
  if (header === null || height === null || header.number > height) return false;
  if (!(await isOnScannedBranch(trx, asset.network.id, header))) return false;
  const transfers = (look?.transfers ?? []).flatMap((transfer) => {
    const assetId = instance.catalog.assetByContract(asset.network.id, transfer.contract)?.id;
    return assetId === undefined ? [] : [{ id: instance.newId(), transfer, assetId, header }];
  });
  await recordTransfers(trx, asset.network.id, transfers, instance.clock.now());
  await noteUsed(
    trx,
    asset.network.id,
    transfers.map(({ transfer }) => transfer.recipient),
  );
  return transfers.length > 0;
}

/** Attaches what waits unmatched, if amount or sender speak for this transaction and for nobody more. */
async function attach(
  trx: Queryable,
  { instance, asset, id, hash }: Claim,
  transfers: readonly RecordedTransfer[],
  height: number,
): Promise<boolean> {
  const changes = noChanges(instance.clock.now());
  const first = await findTransaction(trx, id);
  const invoice = first === null ? null : await lockInvoice(trx, first.transaction.invoiceId);
  const transaction = (await findTransaction(trx, id))?.transaction;
  if (invoice === null || transaction === undefined) return false;
  changes.invoices.set(invoice.id, invoice);
  const claimants = await listClaimants(trx, asset.network.id, hash);
  const others = await listCandidates(trx, asset.network.id, transfers, changes.now);
  const candidates = [transaction, ...others.filter((one) => one.id !== id)].map((one) =>
    candidateOf(one, false, transfers[0]?.knownAt ?? changes.now),
  );
  const speaks = transfers.every(
    (one) => matchClaim({ ...one, isOneTimeAddress: one.derivationIndex !== null }, candidates, claimants) === id,
  );
  if (!speaks) return false;
  let paid: Transaction = transaction;
  for (const transfer of transfers)
    paid = payTransaction(changes, instance, { transaction: paid, transfer, by: 'claim' });
  if (transaction.hash !== paid.hash) tellTransaction(changes, instance, 'transaction.detected', paid, height);
  await writeChanges(trx, instance, changes);
  const decision = { disposition: 'matched', transactionId: id, matchedBy: 'claim' } as const;
  await writeDecisions(
    trx,
    transfers.map((one) => ({ ...decision, transferId: one.id })),
    changes.now,
  );
  for (const { id: transferId } of transfers) await endWaiting(trx, { transferId }, 'assigned', id, changes.now);
  if (!paid.mustBeFinal) await confirmThese(trx, instance, [id], [invoice.id], height);
  return true;
}

function refusal(code: string, message: string): Problem {
  return new Problem('claim_refused', { detail: message, errors: [{ field: 'hash', code, message }] });
}
