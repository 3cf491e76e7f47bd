// A wallet is asked for exactly the transfer that the service prepared, and for none that goes elsewhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeFunctionData, erc20Abi } from 'viem';
import {
  evmUnsignedTransfer,
  tronUnsignedTransfer,
} from '../../../../../../src/io/chains/accounts/wallets/unsigned-transfer.ts';
import { shownTronAddress } from '../../../../../../src/io/chains/tron/address.ts';
import { callOf, psbtOf, tronTransferOf } from './refund-transfer.ts';

const recipient = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const contract = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
const other = '0x90f79bf6eb2c4f870365e785982e1f101e93b906';
const evm = (contract: string, to = recipient) =>
  evmUnsignedTransfer(31337, { recipient: to, contract, amount: 7_500_000n, decimals: 6 });
const tron = (contract: string) => tronUnsignedTransfer({ recipient, contract, amount: 7_500_000n, decimals: 6 });

test('a refund in the native coin is a transfer to the address of the refund', () => {
  const call = callOf({ to: recipient, unsigned: evm('') });
  assert.deepEqual(
    [call?.chainId, call?.to.toLowerCase(), call?.value, call?.data],
    [31337n, recipient, '0x7270e0', '0x'],
  );
});

test('a refund in a token is a transfer call, as an independent decoder reads it', () => {
  const call = callOf({ to: recipient, unsigned: evm(contract) });
  assert.deepEqual([call?.to.toLowerCase(), call?.value], [contract, '0x0']);
  const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: call?.data as `0x${string}` });
  assert.deepEqual([functionName, String(args[0]).toLowerCase(), args[1]], ['transfer', recipient, 7_500_000n]);
});

test('a transfer to another address, or of another network, makes no call', () => {
  for (const unsigned of [evm('', other), evm(contract, other), tron(''), null, 'cHNidA=='])
    assert.equal(callOf({ to: recipient, unsigned }), null);
  assert.equal(callOf({ to: null, unsigned: evm('') }), null);
});

test('TronLink gets the units, the address and the contract', () => {
  const to = shownTronAddress(recipient);
  assert.deepEqual(tronTransferOf({ to, unsigned: tron('') }), { contract: null, to, units: 7_500_000n });
  assert.deepEqual(tronTransferOf({ to, unsigned: tron(contract) }), {
    contract: shownTronAddress(contract),
    to,
    units: 7_500_000n,
  });
  assert.equal(tronTransferOf({ to: shownTronAddress(other), unsigned: tron('') }), null);
  assert.equal(tronTransferOf({ to, unsigned: evm('') }), null);
});

test('only networks with a PSBT have one', () => {
  assert.equal(psbtOf({ unsigned: 'cHNidA==' }), 'cHNidA==');
  for (const unsigned of [null, '', evm('')]) assert.equal(psbtOf({ unsigned }), null);
});
