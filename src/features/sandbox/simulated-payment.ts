// What a simulated chain transaction moves. It is put into block 0, which no chain has payments in and no reorg
// reaches.
import { pow10 } from '../../core/money/decimal.ts';
import type { BlockHeader, Transfer } from '../../core/payment/transfer.ts';
import { fieldProblem } from '../../core/problem.ts';
import { factsOf } from '../../io/chains/codecs.ts';
import type { Asset } from '../catalog/catalog.ts';
import type { Instance } from '../instance.ts';
import type { Transaction } from '../ledger/transaction-store.ts';

export const simulatedCases = ['paid', 'underpaid', 'overpaid', 'late', 'wrong_asset', 'failed', 'reorged'] as const;
export type SimulatedCase = (typeof simulatedCases)[number];

export interface SimulatedPayment {
  readonly transfer: Transfer;
  readonly assetId: string;
  readonly header: BlockHeader;
}

/** Throws Problem where the network has no other asset to pay wrongly with. */
export function simulatedPayment(
  instance: Pick<Instance, 'catalog' | 'clock' | 'newSecretId'>,
  transaction: Transaction & { readonly amount: bigint },
  asset: Asset,
  what: SimulatedCase,
): SimulatedPayment {
  const paidWith = what === 'wrong_asset' ? otherAsset(instance, asset) : asset;
  return {
    transfer: {
      txHash: madeUpHash(instance, asset),
      position: paidWith.contract === '' ? 'native' : `${paidWith.contract}:0`,
      contract: paidWith.contract,
      sender: transaction.sender,
      recipient: transaction.recipient,
      amount: what === 'wrong_asset' ? pow10(paidWith.decimals) : amountOf(transaction.amount, what),
      succeeded: what !== 'failed',
    },
    assetId: paidWith.id,
    header: {
      number: 0,
      hash: madeUpHash(instance, asset),
      parentHash: '',
      time: Math.floor(instance.clock.now().getTime() / 1000),
    },
  };
}

function amountOf(asked: bigint, what: SimulatedCase): bigint {
  const half = asked / 2n > 0n ? asked / 2n : 1n;
  if (what === 'underpaid') return half;
  return what === 'overpaid' ? asked + half : asked;
}

function otherAsset({ catalog }: Pick<Instance, 'catalog'>, asset: Asset): Asset {
  const other = catalog.assets.find((one) => one.network.id === asset.network.id && one.id !== asset.id);
  if (other === undefined)
    throw fieldProblem('case', 'no_other_asset', `${asset.network.name} has no other coin to pay wrongly with.`);
  return other;
}

/** Half of it zeros, so that everybody sees that no chain made it. */
function madeUpHash({ newSecretId }: Pick<Instance, 'newSecretId'>, { network }: Asset): string {
  const digits = `${'0'.repeat(32)}${newSecretId().replaceAll('-', '')}`;
  return factsOf(network.family).hashPrefix + digits;
}
