// Verifies signatures under texts as EVM and TRON wallets make them: EIP-191 by viem, TIP-191 recorded from tronweb.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { privateKeyToAccount } from 'viem/accounts';
import { recordedTronweb } from '../../../../../test/rig/tron/signing/recorded-tronweb.ts';
import { type Codec, isRefusal, type NetworkIdentity, type WalletCodec } from '../../codec.ts';
import { evmCodec } from '../../evm/codec.ts';
import { readTronAddress } from '../../tron/address.ts';
import { tronCodec } from '../../tron/codec.ts';
import { evmWalletCodec, tronWalletCodec } from './wallet-codecs.ts';

const network: NetworkIdentity = { symbol: 'local', chainId: 1, params: null };
const key = `0x${recordedTronweb.key}` as const;
const texts = recordedTronweb.messages.map(({ text }) => text);

const families: readonly {
  family: Codec;
  wallets: WalletCodec;
  address: string;
  sign(text: string): Promise<string>;
}[] = [
  {
    family: evmCodec,
    wallets: evmWalletCodec,
    address: privateKeyToAccount(key).address.toLowerCase(),
    sign: (text) => privateKeyToAccount(key).signMessage({ message: text }),
  },
  {
    family: tronCodec,
    wallets: tronWalletCodec,
    address: tronAddress(recordedTronweb.address.base58),
    sign: async (text) =>
      recordedTronweb.messages.find((one) => one.text === text)?.signature ?? assert.fail(`not recorded: ${text}`),
  },
];

function tronAddress(shown: string): string {
  const read = readTronAddress(shown);
  assert.ok(typeof read !== 'string');
  return read.canonical;
}

for (const { family, wallets, address, sign } of families) {
  const verify = (text: string, signature: string, by = address) =>
    wallets.verifySignature({ text, signature, address: by }, network, null);

  test(`${family.name}: a signature is valid for exactly its text and its address`, async () => {
    for (const text of texts) {
      const signature = await sign(text);
      assert.equal(await verify(text, signature), true, JSON.stringify(text));
      assert.equal(await verify(text, signature.slice(2).toUpperCase()), true, 'without 0x, in capitals');
      assert.equal(await verify(`${text} `, signature), false);
      assert.equal(await verify(text, signature, `0x${'51'.repeat(20)}`), false);
    }
  });

  test(`${family.name}: the last byte may count from 0 or from 27, and any other value is invalid`, async () => {
    const signature = await sign('a text');
    const v = Number.parseInt(signature.slice(-2), 16);
    const withLast = (byte: number) => signature.slice(0, -2) + byte.toString(16).padStart(2, '0');
    assert.equal(await verify('a text', withLast(v - 27)), true);
    for (const other of [27 + (28 - v), 2, 29, 255]) assert.equal(await verify('a text', withLast(other)), false);
  });

  test(`${family.name}: a malformed signature is rejected, and one of no key is false`, async () => {
    for (const text of ['', '0x', '0x0', 'hello', `0x${'zz'.repeat(65)}`, `0x${'00'.repeat(5000)}`]) {
      const read = await verify('a text', text);
      assert.ok(typeof read !== 'boolean' && isRefusal(read) && read.code === 'not_a_signature', text.slice(0, 20));
    }
    for (const bytes of ['00'.repeat(65), 'ff'.repeat(65), '11'.repeat(64), `${'00'.repeat(64)}1b`])
      assert.equal(await verify('a text', bytes), false);
  });
}

test('EIP-191: the published example verifies; a TRON signature does not on Ethereum', async () => {
  // From the documentation of web3.js 1.x, eth.accounts.sign('Some data', …) with the key above.
  const signature =
    '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef0' +
    '45e5d18a5f5d4300f8e1a0291c';
  const address = '0x2c7536e3605d9c16a7a3d7b1898e529396a65c23';
  const signed = { text: 'Some data', signature, address };
  assert.equal(await evmWalletCodec.verifySignature(signed, network, null), true);
  assert.equal(await tronWalletCodec.verifySignature(signed, network, null), false);
});
