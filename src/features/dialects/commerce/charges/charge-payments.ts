// The payments of a charge, and the prices and addresses that its customers were shown.
import { formatUnits } from '../../../../core/money/decimal.ts';
import { confirmationsOf } from '../../../../core/payment/transaction.ts';
import { codecOf } from '../../../../io/chains/codecs.ts';
import type { Instance } from '../../../instance.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';
import type { WithHeight } from '../../../money/ledger/transaction-store.ts';
import type { ChargeFacts } from './charge-facts.ts';

interface Money {
  readonly amount: string;
  readonly currency: string;
}

type Priced = Pick<Instance, 'catalog' | 'clock'>;

/** Payments that were seen and were not taken back. `money`: of a value in minor units. */
export function paymentsOf(
  { catalog }: Pick<Instance, 'catalog'>,
  { transactions }: Pick<ChargeFacts, 'transactions'>,
  money: (minor: bigint) => Money,
): object[] {
  return transactions.flatMap(({ transaction, scannedHeight }) => {
    const asset = catalog.assetById(transaction.assetId);
    const { hash, status, received, pending, credited, block, blockHash, requiredConfirmations } = transaction;
    if (asset === null || hash === null) return [];
    const isConfirmed = status === 'success';
    return {
      network: asset.network.symbol,
      transaction_id: hash,
      status: isConfirmed ? 'CONFIRMED' : 'PENDING',
      value: { local: money(isConfirmed ? credited : pending), crypto: coins(asset, received ?? 0n) },
      block: {
        height: block,
        hash: blockHash,
        confirmations_accumulated: confirmationsOf(transaction, scannedHeight),
        confirmations_required: requiredConfirmations,
      },
    };
  });
}

/** By the name of the coin. Empty until a customer chose a coin. */
export function attemptsOf(
  { catalog, clock }: Priced,
  { transactions }: Pick<ChargeFacts, 'transactions'>,
): { readonly prices: Readonly<Record<string, Money>>; readonly addresses: Readonly<Record<string, string>> } {
  const open = transactions.filter((one) => isOpen(one, clock.now()));
  const shown = open.flatMap(({ transaction: { assetId, amount, recipient } }) => {
    const asset = catalog.assetById(assetId);
    return asset === null || amount === null ? [] : [{ asset, amount, recipient, name: nameOf(asset) }];
  });
  const address = ({ network }: Asset, recipient: string) =>
    codecOf(network.family).showAddress(recipient, network.facts);
  return {
    prices: Object.fromEntries(shown.map(({ name, asset, amount }) => [name, coins(asset, amount)])),
    addresses: Object.fromEntries(shown.map(({ name, asset, recipient }) => [name, address(asset, recipient)])),
  };
}

function isOpen({ transaction: { hash, expireAt } }: WithHeight, now: Date): boolean {
  return hash === null && (expireAt === null || expireAt > now);
}

/** The network for its own coin, otherwise the token and its network, such as `usdc.base`. */
function nameOf({ contract, network, cryptocurrency }: Asset): string {
  return contract === '' ? network.symbol : `${cryptocurrency.symbol.toLowerCase()}.${network.symbol}`;
}

function coins({ cryptocurrency, decimals }: Asset, units: bigint): Money {
  return { amount: formatUnits(units, decimals), currency: cryptocurrency.symbol };
}
