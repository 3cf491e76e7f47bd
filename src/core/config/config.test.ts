// quittance.json is read strictly, and every error names its line, its path and the expected value.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factsOf } from '../../io/chains/codecs.ts';
import { formatRate } from '../money/rate.ts';
import { type Config, defaultConfig, parseConfig } from './config.ts';
import { ConfigFault } from './config-fields.ts';
import type { FactsOf } from './family-facts.ts';
import type { NetworkEntry } from './network-entry.ts';

const builtIn: readonly NetworkEntry[] = [
  {
    symbol: 'ethereum',
    name: 'Ethereum',
    family: 'EVM',
    chainId: 1,
    params: null,
    rpc: [],
    confirmations: 12,
    test: false,
    explorerTransaction: 'https://etherscan.io/tx/{hash}',
    pollIntervalMs: 4000,
    reorgDepth: 256,
    native: { symbol: 'ETH', name: 'Ether', decimals: 18 },
    tokens: [
      { symbol: 'USDT', name: 'Tether USD', decimals: 6, contract: `0x${'1'.repeat(40)}`, stable: true, peg: 'USD' },
      { symbol: 'USDC', name: 'USD Coin', decimals: 6, contract: `0x${'2'.repeat(40)}`, stable: true, peg: 'USD' },
    ],
  },
];

/** The real families, except that contract checksums are not verified here. */
const factsHere: FactsOf = (name) => ({
  ...factsOf(name),
  readContract: (text) => (/^0x[0-9a-fA-F]{40}$/.test(text) ? text.toLowerCase() : null),
});

function read(text: string): Config {
  return parseConfig(text, 'quittance.json', builtIn, factsHere);
}

function local(fields: object): string {
  const base = { type: 'EVM', chain_id: 31337, native: { symbol: 'ETH' } };
  return JSON.stringify({ networks: { local: { ...base, ...fields } } }, null, 2);
}

function token(fields: object): string {
  return local({ tokens: [{ symbol: 'DAI', contract: `0x${'3'.repeat(40)}`, decimals: 18, ...fields }] });
}

test('an entry for a built-in network changes only the settings it names', () => {
  const facts = { slots: { seconds: 12, from: 23 }, idleMillis: 9_000, confirmationsFloor: 3 };
  const finality = { tag: 'safe', stalledAfterSeconds: 90 } as const;
  const known: NetworkEntry = { ...(builtIn[0] as NetworkEntry), ...facts, finality };
  const text = `{ "networks": { "${known.symbol}": { "rpc": ["http://127.0.0.1:1"] } } }`;
  const [found] = parseConfig(text, 'quittance.json', [known], factsHere).networks;
  assert.deepEqual(found, { ...known, rpc: ['http://127.0.0.1:1'], rpcFrom: 'file' });
});

test('idle_every is a duration or "never"', () => {
  const idleOf = (more: string) =>
    read(
      `{ "networks": { "one": { "type": "EVM", "chain_id": 99, "native": { "symbol": "ETH" }${more} } } }`,
    ).networks.find(({ symbol }) => symbol === 'one')?.idleMillis;
  assert.equal(idleOf(''), undefined);
  assert.equal(idleOf(', "test": true, "idle_every": "150s"'), 150_000);
  assert.equal(idleOf(', "idle_every": "500ms"'), 500);
  assert.equal(idleOf(', "idle_every": "2m"'), 120_000);
  assert.equal(idleOf(', "idle_every": "never"'), null);
  for (const wrong of ['"0s"', '"2 h"', '150', '"2h"', '"50ms"', '"often"'])
    assert.throws(() => idleOf(`, "idle_every": ${wrong}`), /networks\.one\.idle_every/, wrong);
});

test('the operator sets the fewest confirmations that an app may ask for', () => {
  const floorOf = (fields: object) =>
    read(local(fields)).networks.find(({ symbol }) => symbol === 'local')?.confirmationsFloor;
  assert.equal(floorOf({ confirmations_floor: 2 }), 2);
  assert.equal(floorOf({}), undefined);
  for (const wrong of [0, 1.5, '2', 10_001])
    assert.throws(() => floorOf({ confirmations_floor: wrong }), /confirmations_floor/);
});

test('the prices of calls are a known list or a custom list', () => {
  const pricesOf = (prices: string) =>
    read(`{ "networks": { "ethereum": { "prices": ${prices} } } }`).networks[0]?.prices;
  assert.equal(pricesOf('"alchemy"')?.methods.eth_getLogs, 60);
  assert.equal(pricesOf('"infura"')?.otherwise, 80);
  assert.deepEqual(pricesOf('{ "eth_call": 3, "default": 2 }'), { methods: { eth_call: 3 }, otherwise: 2 });
  assert.deepEqual(pricesOf('{}'), { methods: {}, otherwise: 1 });
  for (const wrong of ['"ankr"', '{ "eth_call": -1 }', '{ "eth_call": "3" }', '[]'])
    assert.throws(() => pricesOf(wrong), /networks\.ethereum\.prices/, wrong);
});

test('a network is read in full', () => {
  const config = read(`{
    "networks": {
      "local": {
        "type": "EVM", "name": "Local chain", "chain_id": 31337, "rpc": ["http://127.0.0.1:8545"], "confirmations": 3,
        "test": true, "native": { "symbol": "ETH" }, "poll_interval_ms": 200, "reorg_depth": 64,
        "explorer": "https://x.test/{hash}",
        "tokens": [{
          "symbol": "USDT", "name": "Tether USD", "contract": "0x${'Ab'.repeat(20)}", "decimals": 6, "stable": true
        }]
      },
      "regtest": {
        "type": "UTXO", "params": "bitcoin-regtest", "rpc": ["http://user:pass@127.0.0.1:18443"], "confirmations": 2,
        "test": true, "native": { "symbol": "BTC" }
      }
    },
    "rates": { "sources": ["kraken", "ecb"], "fixed": { "ETH": { "USD": "2000", "EUR": "1800.50" } }, "max_age": 60 }
  }`);
  assert.deepEqual(
    config.networks.map((network) => network.symbol),
    ['ethereum', 'local', 'regtest'],
  );
  assert.deepEqual(config.networks[1], {
    symbol: 'local',
    name: 'Local chain',
    family: 'EVM',
    chainId: 31337,
    params: null,
    rpc: ['http://127.0.0.1:8545'],
    rpcFrom: 'file',
    confirmations: 3,
    test: true,
    explorerTransaction: 'https://x.test/{hash}',
    pollIntervalMs: 200,
    reorgDepth: 64,
    finality: { tag: 'finalized', stalledAfterSeconds: 1_800 },
    native: { symbol: 'ETH', name: 'ETH', decimals: 18 },
    tokens: [
      { symbol: 'USDT', name: 'Tether USD', decimals: 6, contract: `0x${'ab'.repeat(20)}`, stable: true, peg: 'USD' },
    ],
  });
  assert.equal(config.networks[2]?.native.decimals, 8);
  assert.equal(config.networks[2]?.params, 'bitcoin-regtest');
  assert.deepEqual(config.rates.sources, ['kraken', 'ecb']);
  assert.equal(config.rates.maxAgeSeconds, 60);
  assert.deepEqual(
    config.rates.fixed.map(({ cryptocurrency, currency, rate }) => [cryptocurrency, currency, formatRate(rate)]),
    [
      ['ETH', 'USD', '2000'],
      ['ETH', 'EUR', '1800.5'],
    ],
  );
});

test('an empty file changes nothing', () => {
  assert.deepEqual(read('{}'), defaultConfig(builtIn));
});

test('the operator sets the dust limit and lists shared wallets', () => {
  const wallet = `0x${'7'.repeat(40)}`;
  const config = read(`{"payments": {"dust": "0.5"}, "networks": {"ethereum": {"shared_wallets": ["${wallet}"]}}}`);
  assert.equal(config.payments.dustBelow, '0.5');
  assert.deepEqual(config.networks[0]?.sharedWallets, [wallet]);
  assert.equal(read('{}').payments.dustBelow, '0.01');
  assert.throws(() => read('{"payments": {"dust": "1e-2"}}'), /line 1, payments\.dust: must be a plain decimal/);
  const wrong = '{"networks": {"ethereum": {"shared_wallets": ["nobody"]}}}';
  assert.throws(() => read(wrong), /networks\.ethereum\.shared_wallets.*must be an address on a network of type EVM/);
});

test('a built-in network is changed in part', () => {
  const text = `{"networks": {"ethereum": {"rpc": ["https://node.test"], "confirmations": 64,
    "tokens": [{"symbol": "USDC", "contract": "0x${'9'.repeat(40)}", "decimals": 6, "stable": true}]}}}`;
  const [ethereum] = read(text).networks;
  assert.equal(ethereum?.chainId, 1);
  assert.equal(ethereum?.name, 'Ethereum');
  assert.equal(ethereum?.confirmations, 64);
  assert.deepEqual(ethereum?.rpc, ['https://node.test']);
  assert.deepEqual(
    ethereum?.tokens.map(({ symbol, contract }) => [symbol, contract.slice(0, 3)]),
    [
      ['USDT', '0x1'],
      ['USDC', '0x9'],
    ],
  );
});

test('a stable coin is pegged to the dollar by default', () => {
  assert.equal(read(token({ stable: true })).networks[1]?.tokens[0]?.peg, 'USD');
  assert.equal(read(token({ stable: true, peg: 'EUR' })).networks[1]?.tokens[0]?.peg, 'EUR');
  assert.equal(read(token({})).networks[1]?.tokens[0]?.peg, null);
});

test('every mistake names its line and path', () => {
  const table: [string, RegExp][] = [
    ['', /^quittance\.json line 1: expected a value/],
    ['{\n"rates": {},\n}', /^quittance\.json line 3: .*one too many/],
    ['[]', /^quittance\.json line 1: must be an object \{…\}, not a list/],
    ['{"network": {}}', /line 1, network: there is no such setting \(did you mean networks\?\)/],
    ['{\n"networks": {\n"Local": {}}}', /line 3, networks\.Local: the key of a network consists of lower-case/],
    [local({ chain_id: 'x' }), /line 5, networks\.local\.chain_id: must be a whole number, not text/],
    [local({ chain_id: 1.5 }), /chain_id: must be a whole number from 1 to/],
    [local({ chain_id: 0 }), /chain_id: must be a whole number from 1/],
    [local({ chain_id: 1 }), /networks\.local: chain 1 is already the network ethereum/],
    [local({ chainid: 1 }), /networks\.local\.chainid: there is no such setting \(did you mean chain_id\?\)/],
    [local({ type: 'evm' }), /networks\.local\.type: must be one of EVM, TRON, UTXO \(did you mean EVM\?\)/],
    [local({ type: 'SVM' }), /line 4, networks\.local\.type: this version cannot read networks of type SVM yet/],
    ['{"networks":{"ethereum":{"type":"SVM"}}}', /cannot read networks of type SVM yet/],
    [local({ type: 'UTXO' }), /chain_id: only networks of type EVM and TRON have one/],
    [local({ params: 'x' }), /params: only networks of type UTXO/],
    ['{"networks":{"a":{"type":"EVM","native":{"symbol":"E"}}}}', /networks\.a: "chain_id" is missing/],
    ['{"networks":{"a":{"type":"UTXO","native":{"symbol":"E"}}}}', /networks\.a: "params" is missing/],
    ['{"networks":{"a":{"type":"EVM","chain_id":5}}}', /networks\.a: "native" is missing/],
    ['{"networks":{"a":{"chain_id":5}}}', /networks\.a: "type" is missing/],
    ['{"networks":{"ethereum":{"chain_id":5}}}', /ethereum is chain 1; give another chain a key of its own/],
    ['{"networks":{"ethereum":{"type":"TRON"}}}', /ethereum is EVM; give another network/],
    [local({ rpc: 'http://x' }), /rpc: must be a list \[…\], not text/],
    [local({ rpc: ['ftp://x'] }), /rpc\.0: must be an http or https address/],
    [local({ rpc: ['http://'] }), /rpc\.0: must be an http or https address/],
    [local({ rpc: ['http://a b'] }), /rpc\.0: must be an http or https address/],
    [local({ rpc: ['http://x', 'http://x'] }), /rpc: endpoint 2 is there twice/],
    [local({ confirmations: 0 }), /confirmations: must be a whole number from 1 to 10000/],
    [local({ confirmations: 10_001 }), /confirmations: must be/],
    [local({ confirmations: '3' }), /confirmations: must be a whole number, not text/],
    [local({ test: 'yes' }), /test: must be true or false, not text/],
    [local({ explorer: 'https://x.test/' }), /explorer: must be an address with \{hash\}/],
    [local({ explorer: 'javascript:{hash}' }), /explorer: must be an http or https address/],
    [local({ name: '' }), /name: must be a name of 1 to 100/],
    [local({ native: { symbol: 'E TH' } }), /native\.symbol: must be 1 to 20/],
    [token({ decimals: 31 }), /tokens\.0\.decimals: must be a whole number from 0 to 30/],
    [token({ decimals: null }), /tokens\.0\.decimals: must be a whole number, not null/],
    [token({ contract: '0x12' }), /tokens\.0\.contract: must be the address of a contract on an EVM network/],
    [token({ symbol: 'ETH' }), /tokens\.0: ETH is already the native coin of local/],
    [token({ peg: 'EUR' }), /tokens\.0\.peg: only a stable coin has one/],
    [token({ stable: true, peg: 'EUX' }), /tokens\.0\.peg: EUX is not a currency/],
    [
      '{"rates": {"fixed": {"ETH": {"USD": 2000}}}}',
      /fixed\.ETH\.USD: must be text in double quotes .* not the number 2000/,
    ],
    ['{"rates": {"fixed": {"ETH": {"USD": "0"}}}}', /fixed\.ETH\.USD: must be a plain decimal above zero/],
    ['{"rates": {"fixed": {"ETH": {"USD": "1e3"}}}}', /fixed\.ETH\.USD: must be a plain decimal/],
    ['{"rates": {"fixed": {"ETH": {"USD": "-1"}}}}', /fixed\.ETH\.USD: must be a plain decimal/],
    ['{"rates": {"fixed": {"ETH": {"XXX": "1"}}}}', /fixed\.ETH\.XXX: XXX is not a currency/],
    ['{"rates": {"fixed": {"GONE": {"USD": "1e3"}}}}', /fixed\.GONE\.USD: must be a plain decimal/],
    ['{"rates": {"sources": ["karken"]}}', /rates\.sources\.0: must be one of .* \(did you mean kraken\?\)/],
    ['{"rates": {"sources": ["ecb", "ecb"]}}', /rates\.sources\.1: ecb is there twice/],
    ['{"rates": {"max_age": 0}}', /rates\.max_age: must be a whole number from 5/],
  ];
  for (const [text, message] of table) {
    assert.throws(
      () => read(text),
      (error) => error instanceof ConfigFault && message.test(error.message) && !error.message.includes('\n'),
      `${text}\n${message}`,
    );
  }
});

test('a token is there once, by symbol and by contract', () => {
  const usdt = { symbol: 'USDT', contract: `0x${'4'.repeat(40)}`, decimals: 6 };
  const twice = (other: object) => () => read(local({ tokens: [usdt, { ...usdt, ...other }] }));
  assert.throws(twice({ contract: `0x${'5'.repeat(40)}` }), /USDT is there twice/);
  assert.throws(twice({ symbol: 'USDX' }), /the contract 0x4{40} is there twice/);
});

test('A21-one-asset-with-two-scales, A22-native-mirrored: the native coin cannot also be listed as a token', () => {
  const arc = { type: 'EVM', chain_id: 5_042_002, native: { symbol: 'USDC', decimals: 18 } };
  const listed = (contract: string, symbol: string) =>
    JSON.stringify({ networks: { arc: { ...arc, tokens: [{ symbol, contract, decimals: 6 }] } } });
  const table: [string, RegExp][] = [
    [listed(`0x${'3'.repeat(40)}`, 'USDC'), /USDC is already the native coin of arc/],
    [listed('0x3600000000000000000000000000000000000000', 'USD6'), /represents the native coin of arc/],
    [token({ contract: '0xfffffffffffffffffffffffffffffffffffffffe' }), /represents the native coin of local/],
  ];
  for (const [text, message] of table)
    assert.throws(
      () => read(text),
      (error) => error instanceof ConfigFault && message.test(error.message),
      String(message),
    );
});

test('zmq is one address in the form of a node’s option, or several', () => {
  const bitcoin = (zmq: unknown) =>
    JSON.stringify({ networks: { b: { type: 'UTXO', params: 'bitcoin', native: { symbol: 'B' }, zmq } } });
  const zmqOf = (zmq: unknown) => read(bitcoin(zmq)).networks.at(-1)?.zmq;
  assert.deepEqual(zmqOf('tcp://127.0.0.1:28332'), ['tcp://127.0.0.1:28332']);
  assert.deepEqual(zmqOf(['tcp://node:1', 'tcp://[::1]:65535']), ['tcp://node:1', 'tcp://[::1]:65535']);
  for (const wrong of ['ipc:///tmp/zmq', 'tcp://node', 'tcp://node:0', 'tcp://node:65536', 'tcp://a@node:1', 28332])
    assert.throws(() => zmqOf(wrong), /networks\.b\.zmq: must be/, String(wrong));
  assert.throws(() => zmqOf(['tcp://node:1', 'x']), /networks\.b\.zmq\.1: must be like tcp/);
});

test('finality is a tag or a depth, traces are a word, and a token may say that it keeps a fee', () => {
  const network = (text: string) => read(text).networks.at(-1);
  assert.deepEqual(network(local({ finality: 'safe' }))?.finality, { tag: 'safe', stalledAfterSeconds: 1_800 });
  assert.deepEqual(network(local({ finality: 64 }))?.finality, { depth: 64 });
  assert.deepEqual(
    network(local({}))?.finality,
    { tag: 'finalized', stalledAfterSeconds: 1_800 },
    'as nodes of EVM do',
  );
  assert.equal(network(local({ traces: 'off' }))?.traces, 'off');
  assert.equal(network(token({ fee_on_transfer: false }))?.tokens[0]?.feeOnTransfer, false);
  assert.equal(network(token({}))?.tokens[0]?.feeOnTransfer, undefined);
  const wrong: [string, RegExp][] = [
    [local({ finality: 'final' }), /networks\.local\.finality: must be one of finalized, safe/],
    [local({ finality: 0 }), /networks\.local\.finality: must be a whole number from 1 to 100000/],
    [local({ traces: true }), /networks\.local\.traces: must be text/],
    [token({ fee_on_transfer: 'yes' }), /tokens\.0\.fee_on_transfer: must be true or false/],
    [
      JSON.stringify({
        networks: { b: { type: 'UTXO', params: 'bitcoin', native: { symbol: 'B' }, finality: 'safe' } },
      }),
      /networks\.b\.finality: networks of type UTXO know no tags/,
    ],
    [
      '{ "networks": { "b": { "type": "UTXO", "params": "bitcoin", "native": { "symbol": "B" }, "traces": "on" } } }',
      /networks\.b\.traces: only networks of type EVM/,
    ],
  ];
  for (const [text, message] of wrong)
    assert.throws(
      () => read(text),
      (error) => error instanceof ConfigFault && message.test(error.message),
      String(message),
    );
});

test('a quorum has a number of endpoints and an amount; a budget is like 100000/day', () => {
  const network = (text: string) => read(text).networks.at(-1);
  const quorum = (quorum: unknown) => local({ quorum });
  assert.deepEqual(network(quorum({ endpoints: 2, from: '1000', currency: 'EUR' }))?.quorum, {
    endpoints: 2,
    from: '1000',
    currency: 'EUR',
  });
  assert.deepEqual(network(quorum({ endpoints: 3 }))?.quorum, { endpoints: 3, from: '0', currency: 'USD' });
  assert.deepEqual(network(quorum({ endpoints: 2, from: '0.5' }))?.quorum?.currency, 'USD');
  assert.deepEqual(network(local({ rpc_budget: '100000/day' }))?.rpcBudget, { requests: 100_000, seconds: 86_400 });
  assert.deepEqual([network(local({}))?.quorum, network(local({}))?.rpcBudget], [undefined, undefined]);
  const wrong: [string, RegExp][] = [
    [quorum(2), /networks\.local\.quorum: must be an object/],
    [quorum({}), /networks\.local\.quorum: "endpoints" is missing/],
    [quorum({ endpoints: 1 }), /quorum\.endpoints: must be a whole number from 2 to 10/],
    [quorum({ endpoints: 2, above: '5' }), /quorum\.above: there is no such setting/],
    [quorum({ endpoints: 2, from: 1000 }), /quorum\.from: must be text in double quotes/],
    [quorum({ endpoints: 2, from: '1e3' }), /quorum\.from: must be an amount/],
    [quorum({ endpoints: 2, from: '0.005' }), /quorum\.from: USD has 2 decimals at most/],
    [quorum({ endpoints: 2, from: '5', currency: 'QQQ' }), /quorum\.currency: QQQ is not a currency/],
    [quorum({ endpoints: 2, currency: 'EUR' }), /quorum\.currency: has no effect without "from"/],
    [local({ zmq: 'tcp://127.0.0.1:28332' }), /networks\.local\.zmq: only networks of type UTXO have it/],
    [local({ rpc_budget: '5 per day' }), /networks\.local\.rpc_budget: must be like 100000\/day/],
    [local({ rpc_budget: '0/day' }), /networks\.local\.rpc_budget: must be like 100000\/day/],
  ];
  for (const [text, message] of wrong)
    assert.throws(
      () => read(text),
      (error) => error instanceof ConfigFault && message.test(error.message),
      String(message),
    );
});

test('a TRON network has a chain id, and every payment on it waits to be solidified', () => {
  const tron = (fields: object) =>
    JSON.stringify({ networks: { local: { type: 'TRON', chain_id: 1, native: { symbol: 'TRX' }, ...fields } } });
  const [, local] = read(tron({})).networks;
  assert.deepEqual([local?.chainId, local?.native.decimals], [1, 6]);
  assert.deepEqual(local?.finality, { tag: 'finalized', stalledAfterSeconds: 1_800, always: true });
  assert.deepEqual(read(tron({ finality: 'finalized' })).networks[1]?.finality, local?.finality);
  assert.deepEqual(read(tron({ finality: 19 })).networks[1]?.finality, { depth: 19 });
  assert.throws(() => read(tron({ finality: 'safe' })), /finality: must be one of finalized/);
  assert.throws(() => read(tron({ chain_id: undefined })), /"chain_id" is missing/);
});

test('the representatives of a TRON network are a list of at least one address', () => {
  const signers = (representatives: unknown) =>
    JSON.stringify({
      networks: { local: { type: 'TRON', chain_id: 1, native: { symbol: 'TRX' }, representatives } },
    });
  const one = `0x${'A'.repeat(40)}`;
  assert.deepEqual(read(signers([one])).networks[1]?.representatives, [one.toLowerCase()]);
  const wrong: readonly (readonly [string, RegExp])[] = [
    [signers([]), /networks\.local\.representatives: must name at least one address/],
    [signers(one), /networks\.local\.representatives: must be/],
    [signers([one, 'T1']), /representatives\.1: must be an address on a network of type TRON, checksum included/],
    [local({ representatives: [one] }), /representatives: only networks of type TRON have them/],
  ];
  for (const [text, message] of wrong) assert.throws(() => read(text), message);
});
