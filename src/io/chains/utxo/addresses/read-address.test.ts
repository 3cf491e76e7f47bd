// Addresses are read as in BIP-173, BIP-350 and the chains' own nodes; mistyped ones and ones of another chain are
// rejected.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utxoParams } from '../params.ts';
import { readUtxoAddress } from './read-address.ts';
import { scriptKindAt, scriptOf } from './script.ts';

/** Address, chain and script: the valid examples of BIP-173 and BIP-350 of kinds in use, and known base58 addresses. */
const good: readonly (readonly [address: string, chain: string, script: string])[] = [
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'bitcoin', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'],
  ['3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 'bitcoin', 'a914e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a87'],
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bitcoin', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
  [
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    'bitcoin-testnet',
    '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
  ],
  [
    'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
    'bitcoin-testnet4',
    '0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
  ],
  [
    'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
    'bitcoin-signet',
    '5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
  ],
  [
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'bitcoin',
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
  ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'litecoin-testnet', '76a914243f1394f44554f4ce3fd68649c19adc483ce92488ac'],
  ['DGyiBd4UtcYB69dW1hL5TrySMUyPg1KSkg', 'dogecoin', '76a91481db1aa49ebc6a71cad96949eb28e22af85eb0bd88ac'],
];

test('addresses of every kind give their script', () => {
  for (const [address, chain, script] of good) {
    const read = readUtxoAddress(address, utxoParams(chain));
    assert.ok(!('message' in read), address);
    assert.equal(Buffer.from(scriptOf(read)).toString('hex'), script);
    assert.equal(scriptKindAt(scriptOf(read), 0, script.length / 2), read.kind);
    assert.equal(read.canonical, address.startsWith('BC1') ? address.toLowerCase() : address);
    assert.deepEqual(readUtxoAddress(read.canonical, utxoParams(chain)), read);
  }
});

test('the invalid addresses of BIP-173 and BIP-350 are refused', () => {
  const bad = [
    'tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    'BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2',
    'bc1rw5uspcuh',
    'bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90',
    'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
    'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du',
    'bc1gmk9yu',
    'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
    'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
    'bc1pw5dgrnzv',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
  ];
  for (const address of bad) {
    assert.ok('message' in readUtxoAddress(address, utxoParams('bitcoin')), address);
    assert.ok('message' in readUtxoAddress(address, utxoParams('bitcoin-testnet')), address);
  }
});

test('C14-bech32-or-bech32m: a checksum of the wrong kind, and mixed case, are told apart from other mistakes', () => {
  const codeOf = (address: string) => {
    const read = readUtxoAddress(address, utxoParams('bitcoin'));
    return 'message' in read ? `${read.code} ${/BIP-\d+/.exec(read.message)?.[0] ?? ''}`.trim() : 'taken';
  };
  assert.equal(codeOf('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh'), 'wrong_checksum BIP-350');
  assert.equal(codeOf('bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'), 'wrong_checksum BIP-350');
  assert.equal(codeOf('bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'), 'wrong_checksum BIP-173');
  assert.equal(codeOf('Bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'), 'wrong_checksum BIP-173');
  assert.equal(codeOf('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'), 'wrong_checksum');
  assert.equal(codeOf('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'), 'wrong_checksum');
  assert.equal(codeOf('bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'), 'not_an_address');
  // Later versions have no use yet, and anyone can spend the output of P2A (BIP-433).
  assert.equal(codeOf('bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs'), 'unknown_kind');
  assert.equal(codeOf('bc1pfeessrawgf'), 'unknown_kind');
});

test('a taproot address off the curve is rejected, as its coins could not be spent (BIP-341)', () => {
  // x = 5, which is not the x coordinate of any point of secp256k1.
  const read = readUtxoAddress('bc1pqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqzs2jkusy', utxoParams('bitcoin'));
  assert.equal('message' in read && read.code, 'not_spendable');
});

test('C14-wrong-network, A26: an address of another chain is refused, and the refusal names that chain', () => {
  const cases: [address: string, chain: string, owner: RegExp][] = [
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'bitcoin', /Bitcoin testnet3 or Bitcoin testnet4/],
    ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'bitcoin', /Bitcoin testnet3/],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bitcoin-testnet4', /belongs to Bitcoin, not to Bitcoin testnet4/],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'litecoin', /belongs to Bitcoin, not to Litecoin/],
    ['LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1', 'bitcoin', /belongs to Litecoin, not/],
    // Litecoin's old form of P2SH, which looks exactly like Bitcoin's.
    ['3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 'litecoin', /belongs to Bitcoin, not/],
    ['rltc1q6rz28mcfaxtmd6v789l9rrlrusdprr9puuzgkg', 'litecoin', /belongs to Litecoin regtest/],
    ['DGyiBd4UtcYB69dW1hL5TrySMUyPg1KSkg', 'bitcoin', /belongs to Dogecoin/],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'dogecoin', /belongs to Bitcoin/],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'bitcoin', /belongs to TRON/],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'bitcoin', /Ethereum/],
  ];
  for (const [address, chain, owner] of cases) {
    const read = readUtxoAddress(address, utxoParams(chain));
    assert.ok('message' in read, `${address} was taken on ${chain}`);
    assert.equal(read.code, 'other_network');
    assert.match(read.message, owner);
    assert.ok(!read.message.includes(address));
  }
});
