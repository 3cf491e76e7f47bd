// The transfer that a wallet is asked to sign on chains with accounts.
import type { PaymentRequest, UnsignedTransfer } from '../../codec.ts';
import { shownTronAddress } from '../../tron/address.ts';
import { checksummedAddress } from '../address.ts';

type Transfer = PaymentRequest & { readonly amount: bigint };

/**
 * The fields of an EVM transaction (Ethereum JSON-RPC, eth_sendTransaction). `value` is in wei, as a decimal. The call
 * `transfer(address,uint256)` (ERC-20) moves a token.
 */
export function evmUnsignedTransfer(chainId: number, { recipient, contract, amount }: Transfer): UnsignedTransfer {
  if (contract === '')
    return { chain_id: chainId, to: checksummedAddress(recipient), value: String(amount), data: '0x' };
  const data = `0xa9059cbb${transferWords(recipient, amount)}`;
  return { chain_id: chainId, to: checksummedAddress(contract), value: '0', data };
}

/**
 * The parameters of TransferContract, or of TriggerSmartContract for a token (TRON HTTP API, wallet/createtransaction
 * and wallet/triggersmartcontract). Amounts are in the smallest unit, as decimals. The wallet sets the limit of its own
 * cost.
 */
export function tronUnsignedTransfer({ recipient, contract, amount }: Transfer): UnsignedTransfer {
  if (contract === '')
    return { type: 'TransferContract', to_address: shownTronAddress(recipient), amount: String(amount) };
  return {
    type: 'TriggerSmartContract',
    contract_address: shownTronAddress(contract),
    function_selector: 'transfer(address,uint256)',
    parameter: transferWords(recipient, amount),
    call_value: '0',
  };
}

/** The arguments of `transfer(address,uint256)` in the contract ABI encoding. */
function transferWords(recipient: string, amount: bigint): string {
  return recipient.slice(2).toLowerCase().padStart(64, '0') + amount.toString(16).padStart(64, '0');
}
