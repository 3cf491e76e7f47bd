// Payment links contain the network, the recipient and the exact amount.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evmPaymentUri } from './payment-uri.ts';

const recipient = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const contract = '0xdac17f958d2ee523a2206206994597c13d831ec7';

test('a native payment is a value in wei, written out in full', () => {
  assert.equal(
    evmPaymentUri({ chainId: 1, contract: '', recipient, amount: 1_234_567_890_123_456_789n }),
    'ethereum:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266@1?value=1234567890123456789',
  );
});

test('a token payment is a call of transfer on the contract', () => {
  assert.equal(
    evmPaymentUri({ chainId: 31337, contract, recipient, amount: 1_500_000n }),
    'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@31337/transfer?address=0xf39Fd6e51aad88F6F4ce6aB882727' +
      '9cffFb92266&uint256=1500000',
  );
});

test('an open amount is left to the payer', () => {
  assert.equal(
    evmPaymentUri({ chainId: 1, contract: '', recipient, amount: null }),
    'ethereum:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266@1',
  );
});
