// Chooses coins for payments and builds the PSBT (BIP-174) that the merchant's wallet signs.
import { base64, hex } from '@scure/base';
import { selectUTXO } from '@scure/btc-signer';
import type { TransactionInputUpdate } from '@scure/btc-signer/psbt.js';
import { divideUp } from '../../../../core/money/decimal.ts';
import { leastAmount } from '../../../../core/payment/offer/least-amount.ts';
import { conflictingCoins } from '../../spends/conflicting-coins.ts';
import { type OwnCoin, outpointOf, type PreparedSpend, type SpendFault, type WantedSpend } from '../../spends/spend.ts';
import { readUtxoAddress } from '../addresses/read-address.ts';
import { addressOf, type Locking, payloadPlace, scriptKindAt, scriptOf, spendBytesOf } from '../addresses/script.ts';
import type { ReceivingBranch } from '../keys/receiving-branch.ts';
import { signingBranch } from '../keys/signing-descriptor.ts';
import type { UtxoParams } from '../params.ts';
import { ownScript } from './own-script.ts';

/** Lets the wallet raise the fee later (BIP-125). */
const replaceable = 0xffff_fffd;

/**
 * Coins of other keys, and coins that cannot be signed for, are left out. Change below the dust limit goes to the fee.
 * Inputs and outputs are ordered by BIP-69.
 */
export function buildPsbt(wanted: WantedSpend, params: UtxoParams): PreparedSpend | SpendFault {
  const branch = signingBranch(wanted.key.value, wanted.key.descriptor, params);
  const inputs = new Map(wanted.coins.flatMap((coin) => inputOf(branch, coin)));
  const usable = wanted.coins.map((coin) => ({ name: outpointOf(coin), amount: coin.amount }));
  const required = conflictingCoins(
    usable.filter(({ name }) => inputs.has(name)),
    wanted.earlier,
  );
  if (required === null) return 'earlier_coins_gone';
  const isRequired = ([name]: readonly [string, unknown]) => required.has(name);
  const named = [...inputs];
  const change = ownScript(branch, wanted.change);
  const changeLocking = lockingOf(change.script);
  const chosen = selectUTXO(
    named.filter((one) => !isRequired(one)).map(([, input]) => input),
    wanted.payments.map(({ recipient, amount }) => ({ script: scriptOfAddress(recipient, params), amount })),
    'default',
    {
      requiredInputs: named.filter(isRequired).map(([, input]) => input),
      changeAddress: addressOf(changeLocking, params),
      network: networkOf(params),
      feePerByte: divideUp(wanted.feeRate, 1_000n),
      dust: leastAmount(coinAsset, { ...params.relay, spendBytes: spendBytesOf(changeLocking) }, null),
      dustRelayFeeRate: 1n,
    },
  );
  if (chosen?.tx === undefined) return 'not_enough_coins';
  // The selection names the change by its address, and all other outputs by their scripts.
  const changeAt = chosen.outputs.findIndex((output) => 'address' in output);
  if (changeAt >= 0) chosen.tx.updateOutput(changeAt, change.fields);
  return {
    psbt: base64.encode(chosen.tx.toPSBT(0)),
    inputs: chosen.inputs.map(({ txid, index }) =>
      outpointOf({ txHash: hex.encode(txid as Uint8Array), output: index as number }),
    ),
    fee: chosen.fee as bigint,
    change: changeAt < 0 ? null : { output: changeAt, amount: chosen.outputs[changeAt]?.amount ?? 0n },
  };
}

const coinAsset = { decimals: 8, isStable: false };

/** Empty if the coin is not the child's, or its chain transaction is missing and the wallet cannot do without it. */
function inputOf(branch: ReceivingBranch, coin: OwnCoin): [name: string, TransactionInputUpdate][] {
  const own = ownScript(branch, coin);
  const isOwn = hex.encode(own.script) === hex.encode(coin.script);
  if (!isOwn || (coin.transaction === null && !own.hasWitness)) return [];
  const isTaproot = own.fields.tapInternalKey !== undefined;
  const input: TransactionInputUpdate = {
    txid: hex.decode(coin.txHash),
    index: coin.output,
    sequence: replaceable,
    ...own.fields,
    ...(own.hasWitness ? { witnessUtxo: { amount: coin.amount, script: own.script } } : {}),
    // Signers of segwit version 0 check the amount against it; a taproot signature covers all amounts (BIP-341).
    ...(coin.transaction === null || isTaproot ? {} : { nonWitnessUtxo: coin.transaction }),
  };
  return [[outpointOf(coin), input]];
}

function scriptOfAddress(recipient: string, params: UtxoParams): Uint8Array {
  const read = readUtxoAddress(recipient, params);
  if ('message' in read) throw new TypeError(`A recipient is no address of ${params.title}`);
  return scriptOf(read);
}

function lockingOf(script: Uint8Array): Locking {
  const kind = scriptKindAt(script, 0, script.length);
  if (kind === null) throw new TypeError('A script of the key has no address');
  const { offset, length } = payloadPlace[kind];
  return { kind, payload: script.slice(offset, offset + length) };
}

/** The prefixes in the library's form. It uses them for the address of the change only. */
function networkOf({ hrp, pubKeyHash, scriptHash }: UtxoParams) {
  return { bech32: hrp ?? 'none', pubKeyHash, scriptHash, wif: 0x80 };
}
