// Decides which payments with enough confirmations may be credited: enough endpoints must confirm them, and there must
// be no dispute.
import { currencyOf } from '../../../../core/money/currency.ts';
import { parseUnits } from '../../../../core/money/decimal.ts';
import { valueAtRate } from '../../../../core/money/rate.ts';
import { internalForm } from '../../../../core/payment/transfer.ts';
import type { Chain } from '../../../../io/chains/chain.ts';
import type { Instance } from '../../../instance.ts';
import type { Network } from '../../../known/catalog/catalog.ts';
import type { Transaction } from '../../../money/ledger/transaction-store.ts';
import type { Admitted } from '../../../money/payments/confirm.ts';
import { listTransfersOf, type RecordedTransfer } from '../../../money/payments/transfer-store.ts';
import type { RecordedOutgoing } from '../../outgoing/outgoing-store.ts';
import type { SyncContext } from '../sync-session.ts';
import { compareHeaders } from './compare-headers.ts';
import { askEach, confirmsInternal, type SingleEndpoint, votersOf } from './endpoint-quorum.ts';

/**
 * Returns the payments of `due` that may be credited now, given that the network was read up to `height`. The others
 * wait and are counted as held.
 */
export async function admitAttested(sync: SyncContext, due: readonly Transaction[], height: number): Promise<Admitted> {
  const { instance, session } = sync;
  const { network, quorum } = session;
  const attesters = new Map<string, readonly string[]>();
  // This runs before every credit, not only at intervals.
  const lacking = due.length > 0 ? await compareHeaders(sync, height) : [];
  if (lacking.length > 0) {
    const facts = { network: network.symbol, endpoints: lacking };
    instance.log.warn(facts, 'payments wait: most endpoints do not have the confirming block yet');
  }
  if (quorum.dispute !== null || lacking.length > 0) {
    quorum.heldPayments = due.length;
    return { due: [], attesters };
  }
  const admitted: Transaction[] = [];
  const transfers = await transfersOf(instance, network, due);
  for (const transaction of due) {
    if (network.quorum === null || !needsQuorum(instance, network, transaction)) {
      admitted.push(transaction);
      continue;
    }
    const names = await attestersOf(instance, votersOf(session), transfers.get(transaction.id) ?? []);
    if (names.length >= network.quorum.endpoints) {
      admitted.push(transaction);
      attesters.set(transaction.id, names);
      continue;
    }
    const facts = { network: network.symbol, transaction: transaction.id, attesters: names };
    instance.log.warn(facts, `a payment waits until ${network.quorum.endpoints} endpoints confirm it`);
  }
  quorum.heldPayments = due.length - admitted.length;
  return { due: admitted, attesters };
}

/**
 * Returns the outgoing transfers that may be final now, given that the network was read up to `height`. If a quorum is
 * set, it must confirm each of them, whatever its value.
 */
export async function admitOutgoing(
  { instance, session }: SyncContext,
  due: readonly RecordedOutgoing[],
  height: number,
): Promise<readonly RecordedOutgoing[]> {
  const { network, quorum } = session;
  const lacking = due.length > 0 ? await compareHeaders({ instance, session }, height) : [];
  if (quorum.dispute !== null || lacking.length > 0) return [];
  if (network.quorum === null) return due;
  const admitted: RecordedOutgoing[] = [];
  for (const one of due) {
    const { block, blockHash } = one;
    if (block === null || blockHash === null) continue;
    const names = await attestersOf(instance, votersOf(session), [{ ...one, block, blockHash }]);
    if (names.length >= network.quorum.endpoints) admitted.push(one);
  }
  return admitted;
}

/** The fields of a recorded transfer that an endpoint can confirm. */
type Attestable = Pick<
  RecordedTransfer,
  'txHash' | 'position' | 'assetId' | 'recipient' | 'amount' | 'block' | 'blockHash'
>;

async function transfersOf(
  instance: Instance,
  { quorum }: Network,
  due: readonly Transaction[],
): Promise<Map<string | null, RecordedTransfer[]>> {
  if (quorum === null || due.length === 0) return new Map();
  const ids = due.map(({ id }) => id);
  return Map.groupBy(await listTransfersOf(instance.db, ids), ({ transactionId }) => transactionId);
}

/** A payment of unknown value needs the quorum. */
function needsQuorum(instance: Instance, { quorum }: Network, { assetId, received }: Transaction): boolean {
  const asset = instance.catalog.assetById(assetId);
  const currency = quorum === null ? null : currencyOf(quorum.currency);
  if (quorum === null || asset === null || currency === null || received === null) return true;
  const least = parseUnits(quorum.from, currency.decimals);
  const known = instance.rates.rateFor(asset.cryptocurrency, currency.code, 'at_par', instance.clock.now());
  if (known === null || typeof least !== 'bigint') return true;
  return valueAtRate(received, asset.decimals, known.rate, currency.decimals) >= least;
}

/** Returns the endpoints that know every one of these transfers in its recorded block. */
async function attestersOf(
  instance: Instance,
  endpoints: readonly SingleEndpoint[],
  transfers: readonly Attestable[],
): Promise<string[]> {
  if (transfers.length === 0) return [];
  const answers = await askEach(endpoints, (chain, signal) => knowsAll({ instance, chain }, transfers, signal));
  return answers.filter(({ answer }) => answer === true).map(({ endpoint }) => endpoint);
}

async function knowsAll(
  { instance, chain }: { readonly instance: Instance; readonly chain: Chain },
  transfers: readonly Attestable[],
  signal: AbortSignal,
): Promise<boolean> {
  // An endpoint confirms an internal transfer by the balances before and after it, or by a trace. The trace is needed
  // if money also left the address.
  const internal = transfers.filter((one) => internalForm(one) !== null);
  const seen = new Set<Attestable>();
  for (const [, same] of Map.groupBy(internal, ({ blockHash }) => blockHash)) {
    const [{ block, blockHash }] = same as [Attestable];
    if (await confirmsInternal(chain, same, { number: block, hash: blockHash }, signal))
      for (const one of same) seen.add(one);
    else if (same.some((one) => internalForm(one) === 'balance')) return false;
  }
  const others = transfers.filter((one) => !seen.has(one));
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
      // Two equal transfers must both be found.
      left.splice(at, 1);
    }
    if ((await chain.headerAt(found.header.number))?.hash !== found.header.hash) return false;
  }
  return true;
}

function keyOf({ contract, recipient, amount }: { contract: string; recipient: string; amount: bigint }): string {
  return `${contract} ${recipient} ${amount}`;
}
