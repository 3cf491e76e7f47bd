// Reads extended public keys and verifies signed texts of wallets on chains with accounts.
import { isRefusal, type Refusal, type WalletCodec } from '../../codec.ts';
import { keyRefusals, noScripts } from './key-refusals.ts';
import { readAccountKey } from './read-account-key.ts';
import { readHexSignature, signerOf, textDigest } from './signed-text.ts';
import { evmUnsignedTransfer, tronUnsignedTransfer } from './unsigned-transfer.ts';
import { unspendableAccount } from './unspendable.ts';

export const evmWalletCodec: WalletCodec = {
  coinTypes: [60],
  unspendable: unspendableAccount,
  signing: () => 'as_held',
  unsignedTransfer: (transfer, { chainId }) => (chainId === null ? null : evmUnsignedTransfer(chainId, transfer)),
  readExtendedKey: keyReader("an Ethereum account (44'/60'/0')"),
  async verifySignature({ text, signature, address }, _network, chain) {
    const bytes = readHexSignature(signature);
    if (isRefusal(bytes)) return bytes;
    const digest = textDigest('Ethereum', text);
    if (signerOf(digest, bytes) === address) return true;
    const verdict = (await chain?.contractVerdict?.(address, digest, bytes)) ?? 'no_contract';
    if (verdict === 'signed') return true;
    return verdict === 'failed' || verdict === 'other_length' ? contractRefusals[verdict] : false;
  },
};

export const tronWalletCodec: WalletCodec = {
  coinTypes: [195],
  unspendable: unspendableAccount,
  signing: () => 'as_held',
  unsignedTransfer: (transfer) => tronUnsignedTransfer(transfer),
  readExtendedKey: keyReader("a TRON account (44'/195'/0')"),
  async verifySignature({ text, signature, address }) {
    const bytes = readHexSignature(signature);
    return isRefusal(bytes) ? bytes : signerOf(textDigest('TRON', text), bytes) === address;
  },
};

const contractRefusals: Readonly<Record<'failed' | 'other_length', Refusal>> = {
  failed: {
    code: 'wrong_signature',
    message:
      'The contract did not answer isValidSignature (EIP-1271) for it: it reverted, or needed more than 3,000,000 gas.',
  },
  other_length: {
    code: 'wrong_signature',
    message: 'The contract answered isValidSignature (EIP-1271) with something else than one word.',
  },
};

/** `account` names the key to give instead of a rejected one. */
function keyReader(account: string): WalletCodec['readExtendedKey'] {
  const refusals = keyRefusals(account);
  return (text, _network, meaning) => {
    if (meaning?.script) return noScripts;
    const read = readAccountKey(text);
    return typeof read === 'string' ? refusals[read] : read;
  };
}
