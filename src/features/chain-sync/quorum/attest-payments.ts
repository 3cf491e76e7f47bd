// Decides which payments that are deep enough may be credited: those for which enough endpoints vouch, and none in a dispute.
import { currencyOf } from '../../../core/money/currency.ts';
import { parseUnits } from '../../../core/money/decimal.ts';
import { valueAtRate } from '../../../core/money/rate.ts';
import { innerForm } from '../../../core/payment/transfer.ts';
import type { Chain } from '../../../io/chains/chain.ts';
import type { Network } from '../../catalog/catalog.ts';
import type { Instance } from '../../instance.ts';
import type { Transaction } from '../../ledger/transaction-store.ts';
import type { Admitted } from '../../payments/confirm.ts';
import { listTransfersOf, type RecordedTransfer } from '../../payments/transfer-store.ts';
import type { Follower } from '../sync-session.ts';
import { compareHeaders } from './compare-headers.ts';
import { askWitnesses, votersOf, type Witness } from './endpoint-quorum.ts';

/** Those of `due` that may be credited now, the network being read up to `height`. The others wait, and are counted as held. */
export async function admitAttested(
  instance: Instance,
  follower: Pick<Follower, 'network' | 'jury' | 'chain'>,
  due: readonly Transaction[],
  height: number,
): Promise<Admitted> {
  const { network, jury } = follower;
  const attesters = new Map<string, readonly string[]>();
  // Before anything is credited, and not only now and then.
  if (due.length > 0) await compareHeaders(instance, follower, height);
  if (jury.dispute !== null) {
    jury.heldPayments = due.length;
    return { due: [], attesters };
  }
  const admitted: Transaction[] = [];
  const transfers = await transfersOf(instance, network, due);
  for (const transaction of due) {
    const own = transfers.get(transaction.id) ?? [];
    if (network.quorum === null || !needsQuorum(instance, network, transaction)) {
      admitted.push(transaction);
      continue;
    }
    const names = await vouchers(instance, votersOf(follower), own);
    if (names.length >= network.quorum.endpoints) {
      admitted.push(transaction);
      attesters.set(transaction.id, names);
      continue;
    }
    const facts = { network: network.symbol, transaction: transaction.id, vouchedFor: names };
    instance.log.warn(facts, `a payment waits for ${network.quorum.endpoints} endpoints to vouch for it`);
  }
  jury.heldPayments = due.length - admitted.length;
  return { due: admitted, attesters };
}

async function transfersOf(
  instance: Instance,
  { quorum }: Network,
  due: readonly Transaction[],
): Promise<Map<string | null, RecordedTransfer[]>> {
  if (quorum === null || due.length === 0) return new Map();
  const ids = due.map(({ id }) => id);
  return Map.groupBy(await listTransfersOf(instance.db, ids), ({ transactionId }) => transactionId);
}

/** A payment whose worth nobody knows right now needs it. */
function needsQuorum(instance: Instance, { quorum }: Network, { assetId, received }: Transaction): boolean {
  const asset = instance.catalog.assetById(assetId);
  const currency = quorum === null ? null : currencyOf(quorum.currency);
  if (quorum === null || asset === null || currency === null || received === null) return true;
  const least = parseUnits(quorum.from, currency.decimals);
  const known = instance.rates.rateFor(asset.cryptocurrency, currency.code, 'at_par', instance.clock.now());
  if (known === null || typeof least !== 'bigint') return true;
  return valueAtRate(received, asset.decimals, known.rate, currency.decimals) >= least;
}

/** The endpoints that know every one of these transfers, in the blocks recorded. */
async function vouchers(
  instance: Instance,
  witnesses: readonly Witness[],
  transfers: readonly RecordedTransfer[],
): Promise<string[]> {
  if (transfers.length === 0) return [];
  const words = await askWitnesses(witnesses, (chain, signal) => knowsAll(instance, chain, transfers, signal));
  return words.filter(({ answer }) => answer === true).map(({ witness }) => witness);
}

async function knowsAll(
  instance: Instance,
  chain: Chain,
  transfers: readonly RecordedTransfer[],
  signal: AbortSignal,
): Promise<boolean> {
  const byBalance = transfers.filter((one) => innerForm(one) === 'balance');
  for (const one of byBalance) if (!(await knowsGrowth(chain, one, signal))) return false;
  const others = transfers.filter((one) => innerForm(one) !== 'balance');
  for (const [txHash, recorded] of Map.groupBy(others, (one) => one.txHash)) {
    const recipients = chain.watch();
    for (const { recipient } of recorded) recipients.add(recipient);
    const found = await chain.transfersIn(txHash, recipients);
    if (found === null || found.header === null) return false;
    const left = found.transfers.filter(({ succeeded }) => succeeded).map(keyOf);
    for (const transfer of recorded) {
      const contract = instance.catalog.assetById(transfer.assetId)?.contract ?? null;
      const at = contract === null ? -1 : left.indexOf(keyOf({ ...transfer, contract }));
      if (at < 0 || found.header.hash !== transfer.blockHash) return false;
      // Of two alike, each must be there.
      left.splice(at, 1);
    }
    if ((await chain.headerAt(found.header.number))?.hash !== found.header.hash) return false;
  }
  return true;
}

/** Whether its own balances say that so much came in this very block, and that this chain transaction is one that may have paid it. */
async function knowsGrowth(
  { balances }: Chain,
  { block, blockHash, recipient, amount, txHash }: RecordedTransfer,
  signal: AbortSignal,
): Promise<boolean> {
  const growth = (await balances?.grownIn(block, [recipient], signal)) ?? null;
  const grown = growth?.of.get(recipient)?.amount ?? 0n;
  return growth?.header.hash === blockHash && growth.succeeded.has(txHash) && grown >= amount;
}

function keyOf({ contract, recipient, amount }: { contract: string; recipient: string; amount: bigint }): string {
  return `${contract} ${recipient} ${amount}`;
}
