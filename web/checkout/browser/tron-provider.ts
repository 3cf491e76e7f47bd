// The part of the provider of TronLink and similar wallets that a payment needs.
// https://developers.tron.network/docs/tronlink-integration
import { parseUnits } from '../../../src/core/money/decimal.ts';
import type { Transaction } from '../rules/payment-objects.ts';
import type { Provider } from './wallets.ts';

/** TIP-1193: https://github.com/tronprotocol/tips/blob/master/tip-1193.md */
export interface TronProvider extends Provider {
  /** Absent or false while the wallet is locked. */
  readonly tronWeb?: TronWeb | false;
}

/** The part of TronWeb that wallets share with pages. Amounts are in sun; TronWeb accepts only a number for TRX. */
export interface TronWeb {
  readonly defaultAddress?: { readonly base58?: string | false };
  readonly transactionBuilder: {
    sendTrx(to: string, sun: number, from: string): Promise<object>;
    triggerSmartContract(
      contract: string,
      method: string,
      options: { readonly feeLimit: number },
      parameters: readonly { readonly type: string; readonly value: string }[],
      from: string,
    ): Promise<{ readonly transaction: object }>;
    triggerConstantContract(
      contract: string,
      method: string,
      options: object,
      parameters: readonly [],
      from: string,
    ): Promise<{ readonly constant_result?: readonly string[] }>;
  };
  readonly trx: {
    getBlock(height: number): Promise<{ readonly blockID: string }>;
    sign(transaction: object): Promise<object>;
    sendRawTransaction(
      signed: object,
    ): Promise<{ readonly result?: boolean; readonly txid?: string; readonly code?: string }>;
  };
}

/**
 * The chain id: the last four bytes of the network's first block
 * (https://developers.tron.network/docs/walletconnect-tron). Null for another network.
 */
export function tronNetworkId(symbol: string): string | null {
  return { tron: '2b6653dc', shasta: '94a9059e', nile: 'cd8690dc' }[symbol] ?? null;
}

/** Builds the payment, has it signed and sends it. Returns its hash; throws the wallet's errors. */
export async function tronPayment(tronWeb: TronWeb, from: string, transaction: Transaction): Promise<unknown> {
  const { contract } = transaction;
  const unsigned =
    contract === null
      ? await tronWeb.transactionBuilder.sendTrx(transaction.to, sunOf(transaction), from)
      : await paymentInToken(tronWeb, from, { ...transaction, contract });
  return signAndSend(tronWeb, unsigned);
}

/** An amount in smallest units. */
export interface TronTransfer {
  /** In Base58Check, like `to`; null for TRX. */
  readonly contract: string | null;
  readonly to: string;
  readonly units: bigint;
}

/** Builds the transfer, has it signed and sends it. Returns its hash; throws the wallet's errors. */
export async function tronTransfer(tronWeb: TronWeb, from: string, transfer: TronTransfer): Promise<unknown> {
  const { contract, to, units } = transfer;
  const unsigned =
    contract === null
      ? await tronWeb.transactionBuilder.sendTrx(to, exactNumber(units), from)
      : await tokenTransfer(tronWeb, from, { contract, to, units });
  return signAndSend(tronWeb, unsigned);
}

async function signAndSend({ trx }: TronWeb, unsigned: object): Promise<unknown> {
  const answer = await trx.sendRawTransaction(await trx.sign(unsigned));
  if (answer.result !== true) throw new Error(answer.code ?? '');
  return answer.txid;
}

async function paymentInToken(
  tronWeb: TronWeb,
  from: string,
  { contract, to, amount }: Transaction & { readonly contract: string },
): Promise<object> {
  // The amount is a decimal, and only the contract knows its number of decimals.
  const told = await tronWeb.transactionBuilder.triggerConstantContract(contract, 'decimals()', {}, [], from);
  const units = unitsOf(amount, Number(BigInt(`0x${told.constant_result?.[0]}`)));
  return tokenTransfer(tronWeb, from, { contract, to, units });
}

async function tokenTransfer(
  { transactionBuilder: build }: TronWeb,
  from: string,
  { contract, to, units }: TronTransfer & { readonly contract: string },
): Promise<object> {
  const parameters = [
    { type: 'address', value: to },
    { type: 'uint256', value: String(units) },
  ];
  const method = 'transfer(address,uint256)';
  return (await build.triggerSmartContract(contract, method, { feeLimit }, parameters, from)).transaction;
}

/** The most that a token transfer may burn, in sun: 100 TRX. Unused energy is not charged. */
const feeLimit = 100_000_000;

/** TRX has 6 decimals. */
function sunOf({ amount }: Transaction): number {
  return exactNumber(unitsOf(amount, 6));
}

/** TronWeb accepts TRX as a number only. Throws RangeError for one that is not exact. */
function exactNumber(sun: bigint): number {
  const number = Number(sun);
  if (!Number.isSafeInteger(number)) throw new RangeError('The amount is too large.');
  return number;
}

function unitsOf(amount: string | null, decimals: number): bigint {
  const units = parseUnits(amount ?? '', decimals);
  if (typeof units !== 'bigint') throw new RangeError('The amount is no decimal of this coin.');
  return units;
}
