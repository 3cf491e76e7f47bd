// Plays a case on a refund through the code of real transfers. The case either ends as named or is rolled back.
import { type NewTransfer, simulatedBlock } from '../../../../core/payment/transfer.ts';
import { Problem } from '../../../../core/problem.ts';
import { factsOf } from '../../../../io/chains/codecs.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';
import { openBooks } from '../../../money/ledger/open-books.ts';
import { listSucceeded } from '../../../money/ledger/transaction-store.ts';
import {
  lockForSimulation,
  simulateConfirmations,
  simulateReorg,
  simulateTransfer,
} from '../../outgoing/simulate-transfer.ts';
import { type FollowedRefund, followRefund } from '../../refunds/acts/follow-refund.ts';
import { anyRefund } from '../../refunds/own-refund.ts';
import type { Refund, WatchedSend } from '../../refunds/refund-store.ts';
import { madeUpHash } from '../simulated-payment.ts';

export const refundCases = ['seen', 'sent', 'amount_differs', 'reversed'] as const;
export type RefundCase = (typeof refundCases)[number];

export interface RefundPlay {
  readonly refundId: string;
  readonly asset: Asset;
  readonly what: RefundCase;
}

/**
 * This commit must hold the network's cursor. Throws Problem refund_not_ready without a destination, and
 * simulation_refused if the case would end differently; the caller must then roll back.
 */
export async function playRefundCase(
  trx: Queryable,
  instance: Instance,
  { refundId, asset, what }: RefundPlay,
): Promise<FollowedRefund> {
  const found = await anyRefund(trx, refundId);
  const expected = found.watchId ?? found.watches.at(-1)?.id;
  if (expected !== undefined) await lockForSimulation(trx, expected);
  const refund = await anyRefund(trx, refundId);
  const watch = refund.watches.at(-1);
  if (watch === undefined) throw new Problem('refund_not_ready');
  refuseSeen(refund, what);
  const expectedId = refund.watchId ?? watch.id;
  if (refund.watchId === null)
    await simulateTransfer(trx, instance, watch.id, await transferOf(trx, instance, { refund, watch, asset, what }));
  if (what === 'sent' || what === 'reversed') await simulateConfirmations(trx, instance, expectedId);
  let followed = await follow(trx, instance, refund);
  if (what === 'reversed') {
    await simulateReorg(trx, instance, expectedId);
    followed = await follow(trx, instance, refund);
  }
  if (endsAsNamed[what](followed.refund)) return followed;
  const { status, amountDiffers } = followed.refund;
  const amount = amountDiffers ? ' with another amount' : '';
  throw refused(`Played as ${what}, the refund would be ${status}${amount}. Nothing was changed.`);
}

const endsAsNamed: Readonly<Record<RefundCase, (refund: Refund) => boolean>> = {
  seen: ({ status, amountDiffers }) => status === 'seen' && !amountDiffers,
  sent: ({ status }) => status === 'sent',
  amount_differs: ({ status, amountDiffers }) => status === 'seen' && amountDiffers,
  reversed: ({ status }) => status === 'ready' || status === 'canceled',
};

/** Only a simulated transfer can change further, and a transfer that was seen cannot be seen again. */
function refuseSeen({ watchId, block, status }: Refund, what: RefundCase): void {
  if (watchId === null) return;
  if (block !== simulatedBlock)
    throw refused('A real transfer of this refund was found on the chain. Simulate another refund.');
  if (what === 'seen' || what === 'amount_differs') throw refused(`The refund is ${status} already.`);
}

function follow(trx: Queryable, instance: Instance, { id, invoiceId }: Refund): Promise<FollowedRefund> {
  return openBooks(trx, instance, { invoices: [invoiceId] }, async (books) =>
    followRefund(trx, books, await anyRefund(trx, id)),
  );
}

interface Sending {
  readonly refund: Refund;
  readonly watch: WatchedSend;
  readonly asset: Asset;
  readonly what: RefundCase;
}

/** The coins come from the address that the customer paid to, where transfers name their sender. */
async function transferOf(
  trx: Queryable,
  instance: Instance,
  { refund, watch, asset, what }: Sending,
): Promise<NewTransfer> {
  const { contract, network, id: assetId } = asset;
  const paid = (await listSucceeded(trx, [refund.invoiceId])).find((one) => one.networkId === network.id);
  const quoted = BigInt(watch.amount);
  return {
    id: instance.newId(),
    assetId,
    transfer: {
      txHash: madeUpHash(instance, asset),
      position: contract === '' ? 'native' : `${contract}:0`,
      contract,
      sender: factsOf(network.family).namesSender ? (paid?.recipient ?? null) : null,
      recipient: watch.recipient,
      amount: what === 'amount_differs' ? anotherAmount(quoted) : quoted,
      succeeded: true,
    },
    header: {
      number: simulatedBlock,
      hash: madeUpHash(instance, asset),
      parentHash: madeUpHash(instance, asset),
      time: Math.floor(instance.clock.now().getTime() / 1000),
    },
  };
}

/** A tenth less, as if an exchange had kept a fee. */
function anotherAmount(quoted: bigint): bigint {
  return quoted < 10n ? quoted + 1n : quoted - quoted / 10n;
}

function refused(detail: string): Problem {
  return new Problem('simulation_refused', { detail });
}
