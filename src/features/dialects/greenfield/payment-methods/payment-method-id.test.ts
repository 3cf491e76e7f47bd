// The names of payment methods, and the assets that a shop means by them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Asset, createCatalog } from '../../../known/catalog/catalog.ts';
import { assetOfPaymentMethod, paymentMethodId } from './payment-method-id.ts';

const networks = {
  bitcoin: { symbol: 'bitcoin', family: 'UTXO', test: false },
  'bitcoin-testnet4': { symbol: 'bitcoin-testnet4', family: 'UTXO', test: true },
  ethereum: { symbol: 'ethereum', family: 'EVM', test: false },
  'base-sepolia': { symbol: 'base-sepolia', family: 'EVM', test: true },
  tron: { symbol: 'tron', family: 'TRON', test: false },
};

const assetOf = (symbol: string, network: keyof typeof networks, contract = '') =>
  ({
    id: `${symbol} ${network}`,
    cryptocurrency: { id: symbol, symbol },
    network: { ...networks[network], id: network },
    contract,
  }) as unknown as Asset;

const assets = [
  assetOf('BTC', 'bitcoin'),
  assetOf('BTC', 'bitcoin-testnet4'),
  assetOf('ETH', 'ethereum'),
  assetOf('ETH', 'base-sepolia'),
  assetOf('USDT', 'ethereum', '0xa'),
  assetOf('USDT', 'tron', 'TR'),
  assetOf('DAI', 'ethereum', '0xb'),
];
const catalog = createCatalog({ assets, goneNetworks: [], goneAssets: [], formerSymbols: [] });
const named = (text: string, among: readonly Asset[] = assets) =>
  assetOfPaymentMethod(catalog, text, among)?.id ?? null;

test('each asset has a name of its own, by which it is found in any case', () => {
  const names = assets.map(paymentMethodId);
  assert.deepEqual(names, [
    'BTC-CHAIN',
    'BTC-BITCOIN-TESTNET4',
    'ETH-ETHEREUM',
    'ETH-BASE-SEPOLIA',
    'USDT-ETHEREUM',
    'USDT-TRON',
    'DAI-ETHEREUM',
  ]);
  for (const [index, name] of names.entries())
    for (const text of [name, name.toLowerCase()]) assert.equal(named(text), assets[index]?.id, text);
});

test('former names and names of networks are found, and an unclear name is not', () => {
  const rows: readonly [text: string, id: string | null][] = [
    ['BTC', 'BTC bitcoin'],
    ['BTC_CHAIN', 'BTC bitcoin'],
    ['BTC-OnChain', 'BTC bitcoin'],
    ['BTC-TESTNET4', 'BTC bitcoin-testnet4'],
    ['BTC-LightningNetwork', null],
    ['BTC-LN', null],
    ['USDT-TRC20', 'USDT tron'],
    ['USDT', null],
    ['ETH', null],
    ['DAI', 'DAI ethereum'],
    ['DAI-TRON', null],
    ['', null],
    ['-', null],
    [`BTC${'-'.repeat(200)}`, null],
  ];
  for (const [text, id] of rows) assert.equal(named(text), id, text);
});

test('only the assets that the app accepts are found', () => {
  const accepted = assets.filter(({ id }) => id === 'BTC bitcoin-testnet4' || id === 'USDT tron');
  assert.equal(named('BTC-CHAIN', accepted), 'BTC bitcoin-testnet4');
  assert.equal(named('USDT', accepted), 'USDT tron');
  assert.equal(named('USDT-ETHEREUM', accepted), null);
});
