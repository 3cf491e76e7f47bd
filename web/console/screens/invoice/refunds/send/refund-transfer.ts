// The transfer that a browser wallet is asked to send for a refund.
import type { Network, Refund } from '../../../../../../sdk/typescript/src/generated/api.ts';
import type { WalletTransfer } from '../../../../../checkout/browser/pay-by-wallet.ts';
import { type TronTransfer, tronTransfer } from '../../../../../checkout/browser/tron-provider.ts';
import { type PaymentCall, quantity } from '../../../../../checkout/rules/payment-call.ts';

/** A refund that waits for the merchant's wallet. */
export type ReadyRefund = Refund & { readonly to: string; readonly amount: string };

type Prepared = Pick<Refund, 'to' | 'unsigned'>;

/** Throws RangeError if the transfer does not go to the refund's address. */
export function walletTransfer(refund: Prepared, network: Pick<Network, 'symbol' | 'name'>): WalletTransfer {
  return {
    network,
    call: callOf(refund),
    sendByTron(tronWeb, from) {
      const transfer = tronTransferOf(refund);
      if (transfer === null) throw new RangeError();
      return tronTransfer(tronWeb, from, transfer);
    },
  };
}

/** The call for wallets with EIP-1193. Null for another network, and if the data names another recipient. */
export function callOf({ to, unsigned }: Prepared): PaymentCall | null {
  const { chain_id: chain, to: target, value, data } = fieldsOf(unsigned);
  if (to === null || !isWhole(chain) || typeof target !== 'string' || !isWhole(value)) return null;
  const call = { chainId: BigInt(chain), to: target, value: quantity(BigInt(value)), data: String(data) };
  if (data === '0x') return same(target, to) && BigInt(value) > 0n ? call : null;
  // ERC-20 transfer(address,uint256).
  const [, recipient] = /^0xa9059cbb0{24}([0-9a-f]{40})[0-9a-f]{64}$/i.exec(String(data)) ?? [];
  return recipient !== undefined && same(`0x${recipient}`, to) && BigInt(value) === 0n ? call : null;
}

/** The transfer for TronLink's wallets. Null for another network. */
export function tronTransferOf({ to, unsigned }: Prepared): TronTransfer | null {
  const { type, to_address: target, amount, contract_address: contract, parameter } = fieldsOf(unsigned);
  if (to === null) return null;
  if (type === 'TransferContract')
    return target === to && isWhole(amount) ? { contract: null, to, units: BigInt(amount) } : null;
  const [, units] = /^0{24}[0-9a-f]{40}([0-9a-f]{64})$/i.exec(String(parameter)) ?? [];
  if (type !== 'TriggerSmartContract' || typeof contract !== 'string' || units === undefined) return null;
  return { contract, to, units: BigInt(`0x${units}`) };
}

/** The PSBT to sign, in Base64 (BIP-174); null on networks without one. */
export function psbtOf({ unsigned }: Pick<Refund, 'unsigned'>): string | null {
  return typeof unsigned === 'string' && unsigned !== '' ? unsigned : null;
}

function fieldsOf(unsigned: Prepared['unsigned']): Readonly<Record<string, unknown>> {
  return typeof unsigned === 'object' && unsigned !== null ? unsigned : {};
}

function isWhole(value: unknown): value is string | number {
  return /^[0-9]{1,78}$/.test(String(value));
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
