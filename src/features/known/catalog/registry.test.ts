// Checks the built-in networks for typos: valid checksums, unique keys and well-formed symbols.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { isAddress } from 'viem';
import { currencyOf } from '../../../core/money/currency.ts';
import { factsOf } from '../../../io/chains/codecs.ts';
import { evmNetworks } from './registry/evm-networks.ts';
import { registry } from './registry.ts';

test('every EVM contract is written with its EIP-55 checksum in the source, and kept in lower case', async () => {
  const folder = new URL('registry/', import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.startsWith('evm-'));
  const sources = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
  const written = sources.flatMap((source) => source.match(/0x[0-9a-fA-F]{40}/g) ?? []);
  for (const address of written) {
    assert.notEqual(address, address.toLowerCase());
    assert.ok(isAddress(address, { strict: true }), address);
  }
  const kept = evmNetworks.flatMap((network) => network.tokens.map((token) => token.contract));
  assert.deepEqual(kept.sort(), written.map((address) => address.toLowerCase()).sort());
});

test('every main network of EVM has a test network beside it, with the same native coin', () => {
  const suffix = /-(sepolia|amoy|testnet|fuji|chiado)$/;
  const testNetworks = new Map(
    evmNetworks
      .filter((network) => network.test)
      .map((network) => [network.symbol === 'sepolia' ? 'ethereum' : network.symbol.replace(suffix, ''), network]),
  );
  for (const network of evmNetworks.filter((one) => !one.test))
    assert.deepEqual(testNetworks.get(network.symbol)?.native, network.native, network.symbol);
});

test('every EVM network says by what its blocks are final, and remembers more than its deepest known reorg', () => {
  for (const { symbol, finality, reorgDepth } of evmNetworks) {
    assert.ok(finality !== undefined && 'tag' in finality && finality.stalledAfterSeconds >= 60, symbol);
    assert.ok(reorgDepth > 157 && reorgDepth <= 10_000, symbol);
  }
});

test('no network or coin is there twice', () => {
  const unique = (values: readonly unknown[]) => assert.equal(new Set(values).size, values.length, String(values));
  unique(registry.map((network) => network.symbol));
  unique(registry.map((network) => `${network.family} ${network.chainId} ${network.params}`));
  for (const network of registry) {
    unique([network.native.symbol, ...network.tokens.map((token) => token.symbol)]);
    unique(network.tokens.map((token) => token.contract));
  }
});

test('every entry is what the configuration would accept', () => {
  for (const network of registry) {
    assert.match(network.symbol, /^[a-z0-9-]+$/);
    // No page shows the chain that the service makes.
    if (network.hasTestChain === true) assert.equal(network.explorerTransaction, null);
    else assert.match(network.explorerTransaction ?? '', /^https:.*\{hash\}$/);
    assert.equal(network.native.decimals, factsOf(network.family).nativeDecimals);
    assert.ok(network.confirmations >= 1 && network.reorgDepth > network.confirmations * 4, network.symbol);
    for (const { symbol, peg, stable } of network.tokens) {
      assert.equal(symbol, symbol.toUpperCase());
      assert.equal(stable, peg !== null && currencyOf(peg) !== null);
    }
  }
});

test('a coin is described the same on every network, but for what Binance issues itself', () => {
  const seen = new Map<string, string>();
  for (const network of registry.filter(({ symbol }) => symbol !== 'bsc')) {
    for (const { contract: _, ...coin } of network.tokens) {
      const description = JSON.stringify(coin);
      assert.equal(seen.get(coin.symbol) ?? description, description);
      seen.set(coin.symbol, description);
    }
  }
  const ofBinance = registry.find(({ symbol }) => symbol === 'bsc')?.tokens ?? [];
  for (const { symbol, name, decimals, stable, peg } of ofBinance) {
    assert.deepEqual([name.startsWith('Binance-Peg'), decimals, stable], [true, 18, true]);
    assert.equal(peg, JSON.parse(seen.get(symbol) as string).peg);
  }
});
