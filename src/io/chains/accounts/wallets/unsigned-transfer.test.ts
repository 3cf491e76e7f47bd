// Transfers to sign, compared with encodings that the chains' own documentation publishes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownTronAddress } from '../../tron/address.ts';
import { evmUnsignedTransfer, tronUnsignedTransfer } from './unsigned-transfer.ts';

// TRON Developer Hub, "Parameter and return value encoding and decoding": 50,000 units of 10^-6.
const recipient = '0x2ed5dd8a98aea00ae32517742ea5289761b2710e';
const contract = '0x2dd04f7b26176aa130823bcc67449d1f451eb98f';
const amount = 50_000_000_000n;
const published =
  '0000000000000000000000002ed5dd8a98aea00ae32517742ea5289761b2710e' +
  '0000000000000000000000000000000000000000000000000000000ba43b7400';

test('a TRC-20 transfer has the published parameter, and is paid for by at most 100 TRX', () => {
  assert.deepEqual(tronUnsignedTransfer({ recipient, contract, amount, decimals: 6 }), {
    type: 'TriggerSmartContract',
    contract_address: shownTronAddress(contract),
    function_selector: 'transfer(address,uint256)',
    parameter: published,
    call_value: '0',
  });
});

test('a transfer of TRX has the amount in sun', () => {
  assert.deepEqual(tronUnsignedTransfer({ recipient, contract: '', amount, decimals: 6 }), {
    type: 'TransferContract',
    to_address: shownTronAddress(recipient),
    amount: '50000000000',
  });
});

test('an ERC-20 transfer has the same arguments after the selector, and no value', () => {
  const { to, value, data } = evmUnsignedTransfer(1, { recipient, contract, amount, decimals: 6 });
  assert.deepEqual([String(to).toLowerCase(), value, data], [contract, '0', `0xa9059cbb${published}`]);
});
