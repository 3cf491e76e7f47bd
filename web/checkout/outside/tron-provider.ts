// What TRON's browser wallets bring, as far as a payment needs it.
// https://developers.tron.network/docs/tronlink-integration
import { parseUnits } from '../../../src/core/money/decimal.ts';
import type { Transaction } from '../rules/payment-objects.ts';
import type { Provider } from './wallets.ts';

/** TIP-1193: https://github.com/tronprotocol/tips/blob/master/tip-1193.md */
export interface TronProvider extends Provider {
  /** Absent or false while the wallet is locked. */
  readonly tronWeb?: TronWeb | false;
}

/** The part of TronWeb that wallets give to pages. Amounts are in sun; a number is all that they take for TRX. */
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
 * The last four bytes of the network's first block, which are its chain id:
 * https://developers.tron.network/docs/walletconnect-tron. null for a network that is not one of TRON's own.
 */
export function tronNetworkId(symbol: string): string | null {
  return { tron: '2b6653dc', shasta: '94a9059e', nile: 'cd8690dc' }[symbol] ?? null;
}

/** Makes the payment, has it signed, sends it. Answers its hash; throws what the wallet throws. */
export async function tronPayment(tronWeb: TronWeb, from: string, transaction: Transaction): Promise<unknown> {
  const { to, contract, amount, cryptocurrency } = transaction;
  const units = parseUnits(amount ?? '', cryptocurrency.decimals);
  if (typeof units !== 'bigint') throw new RangeError('The amount is no decimal.');
  const { transactionBuilder: build, trx } = tronWeb;
  const unsigned =
    contract === null
      ? await build.sendTrx(to, exactNumber(units), from)
      : (
          await build.triggerSmartContract(
            contract,
            'transfer(address,uint256)',
            { feeLimit },
            [
              { type: 'address', value: to },
              { type: 'uint256', value: String(units) },
            ],
            from,
          )
        ).transaction;
  const answer = await trx.sendRawTransaction(await trx.sign(unsigned));
  if (answer.result !== true) throw new Error(answer.code ?? '');
  return answer.txid;
}

/** The most that a token's transfer may burn, in sun: 100 TRX. What is not needed is not taken. */
const feeLimit = 100_000_000;

function exactNumber(sun: bigint): number {
  const number = Number(sun);
  if (!Number.isSafeInteger(number)) throw new RangeError('The amount is too large.');
  return number;
}
