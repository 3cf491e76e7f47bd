// What a simulated chain transaction moves. It is put into block 0, which no chain has payments in and no reorg
// reaches; on a rail without blocks it is settled.
import { pow10 } from '../../../core/money/decimal.ts';
import { amountForValue } from '../../../core/money/rate.ts';
import { type SimulatedCase, type SimulatedTerms, simulatedAmount } from '../../../core/payment/simulated-amount.ts';
import { simulatedBlock, type Transfer, type TransferPlace } from '../../../core/payment/transfer.ts';
import { Problem } from '../../../core/problem.ts';
import { factsOf } from '../../../io/chains/codecs.ts';
import type { Instance } from '../../instance.ts';
import type { Asset } from '../../known/catalog/catalog.ts';
import type { Transaction } from '../../money/ledger/transaction-store.ts';

/** A transaction that can receive a simulated payment. */
export type Simulatable = Transaction & { readonly amount: bigint };

export interface SimulatedPayment {
  readonly transfer: Transfer;
  readonly assetId: string;
  readonly header: TransferPlace;
}

export interface SimulateParams {
  readonly what: SimulatedCase;
  readonly transaction: Simulatable;
  readonly asset: Asset;
  /** The ISO 4217 code of the invoice's currency. */
  readonly currency: string;
  readonly terms: SimulatedTerms;
}

/** Throws Problem if the network has no other asset for a payment in the wrong coin. */
export function simulatedPayment(
  instance: Pick<Instance, 'catalog' | 'rates' | 'clock' | 'newSecretId'>,
  { what, transaction, asset, currency, terms }: SimulateParams,
): SimulatedPayment {
  const wrong = what === 'wrong_asset' ? wrongPayment(instance, asset, { currency, terms }) : null;
  const paidWith = wrong?.asset ?? asset;
  return {
    transfer: {
      txHash: madeUpHash(instance, asset),
      position: paidWith.contract === '' ? 'native' : `${paidWith.contract}:0`,
      contract: paidWith.contract,
      // The payment must wait, so it must not come from the declared sender.
      sender: what === 'unmatched' ? null : transaction.sender,
      recipient: transaction.recipient,
      amount: wrong?.amount ?? simulatedAmount(what, terms),
      succeeded: what !== 'failed',
    },
    assetId: paidWith.id,
    header: {
      number: asset.network.isBlockless ? null : simulatedBlock,
      hash: madeUpHash(instance, asset),
      time: Math.floor(instance.clock.now().getTime() / 1000),
    },
  };
}

/** Another coin of the network, worth the remaining total; one whole coin if its price is not known. */
function wrongPayment(
  { catalog, rates, clock }: Pick<Instance, 'catalog' | 'rates' | 'clock'>,
  asset: Asset,
  { currency, terms }: Pick<SimulateParams, 'currency' | 'terms'>,
): { readonly asset: Asset; readonly amount: bigint } {
  const other = catalog.assets.find((one) => one.network.id === asset.network.id && one.id !== asset.id);
  if (other === undefined) {
    const detail = `${asset.network.name} has no other coin for a payment in the wrong coin.`;
    throw new Problem('simulation_refused', { detail });
  }
  const rated = rates.rateFor(other.cryptocurrency, currency, 'at_market', clock.now());
  if (rated === null || terms.remaining === 0n) return { asset: other, amount: pow10(other.decimals) };
  return { asset: other, amount: amountForValue(terms.remaining, terms.minorDecimals, rated.rate, other.decimals) };
}

/** Half of it is zeros, so that it is visibly not a real hash. */
export function madeUpHash({ newSecretId }: Pick<Instance, 'newSecretId'>, { network }: Asset): string {
  const digits = `${'0'.repeat(32)}${newSecretId().replaceAll('-', '')}`;
  return factsOf(network.family).hashPrefix + digits;
}
