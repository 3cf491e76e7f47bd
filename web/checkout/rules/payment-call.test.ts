// The call for a wallet matches the transaction exactly.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeFunctionData, erc20Abi } from 'viem';
import { paymentCall } from './payment-call.ts';

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const contract = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
const other = '0x90f79bf6eb2c4f870365e785982e1f101e93b906';

test('a native payment carries its value and no data', () => {
  const call = paymentCall({ to, contract: null, payment_uri: `ethereum:${to}@31337?value=64500000000000000` });
  assert.deepEqual(call, { chainId: 31337n, to, value: '0xe5266884034000', data: '0x' });
});

test('a token payment is a transfer call to the contract, as an independent decoder reads it', () => {
  const uri = `ethereum:${contract}@1/transfer?address=${to}&uint256=129000013`;
  const call = paymentCall({ to, contract, payment_uri: uri });
  assert.equal(call?.to, contract);
  assert.equal(call?.value, '0x0');
  const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: call?.data as `0x${string}` });
  assert.equal(functionName, 'transfer');
  assert.deepEqual(args, [to, 129000013n]);
});

test('a URI that disagrees with the transaction about where money goes is refused', () => {
  const value = 'value=1';
  assert.equal(paymentCall({ to, contract: null, payment_uri: `ethereum:${other}@1?${value}` }), null);
  assert.equal(paymentCall({ to, contract, payment_uri: `ethereum:${to}@1?${value}` }), null);
  const transfer = `transfer?address=${other}&uint256=1`;
  assert.equal(paymentCall({ to, contract, payment_uri: `ethereum:${contract}@1/${transfer}` }), null);
  const forged = `transfer?address=${to}&uint256=1`;
  assert.equal(paymentCall({ to, contract, payment_uri: `ethereum:${other}@1/${forged}` }), null);
});

test('amounts that are zero, missing or no whole number make no call', () => {
  for (const value of ['0', '', '1.5', '1e18', '-1']) {
    assert.equal(paymentCall({ to, contract: null, payment_uri: `ethereum:${to}@1?value=${value}` }), null, value);
  }
  assert.equal(paymentCall({ to, contract: null, payment_uri: `bitcoin:${to}?amount=1` }), null);
  assert.equal(paymentCall({ to, contract: null, payment_uri: null }), null);
});
