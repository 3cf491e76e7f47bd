// The built-in networks hold no typo: every checksum is right, every key unique, every symbol well formed.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { isAddress } from 'viem';
import { currencyOf } from '../../core/money/currency.ts';
import { registry } from './registry.ts';

test('every contract is written with its EIP-55 checksum in the source, and kept in lower case', async () => {
  const source = await readFile(new URL('registry/evm-networks.ts', import.meta.url), 'utf8');
  const written = source.match(/0x[0-9a-fA-F]{40}/g) ?? [];
  for (const address of written) {
    assert.notEqual(address, address.toLowerCase());
    assert.ok(isAddress(address, { strict: true }), address);
  }
  const kept = registry.flatMap((network) => network.tokens.map((token) => token.contract));
  assert.deepEqual(kept.sort(), written.map((address) => address.toLowerCase()).sort());
});

test('no network or coin is there twice', () => {
  const unique = (values: readonly unknown[]) => assert.equal(new Set(values).size, values.length, String(values));
  unique(registry.map((network) => network.symbol));
  unique(registry.map((network) => network.chainId));
  for (const network of registry) {
    unique([network.native.symbol, ...network.tokens.map((token) => token.symbol)]);
    unique(network.tokens.map((token) => token.contract));
  }
});

test('every entry is what the configuration would accept', () => {
  for (const network of registry) {
    assert.match(network.symbol, /^[a-z0-9-]+$/);
    assert.match(network.explorerTransaction ?? '', /^https:.*\{hash\}$/);
    assert.equal(network.native.decimals, 18);
    assert.ok(network.confirmations >= 1 && network.reorgDepth > network.confirmations * 4, network.symbol);
    for (const { symbol, peg, stable } of network.tokens) {
      assert.equal(symbol, symbol.toUpperCase());
      assert.equal(stable, peg !== null && currencyOf(peg) !== null);
    }
  }
});

test('a coin is described the same on every network', () => {
  const seen = new Map<string, string>();
  for (const { contract: _, ...coin } of registry.flatMap((network) => network.tokens)) {
    const description = JSON.stringify(coin);
    assert.equal(seen.get(coin.symbol) ?? description, description);
    seen.set(coin.symbol, description);
  }
});
