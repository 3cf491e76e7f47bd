// The UTXO family's driver: litecoind, mined by hand, behind a proxy that can imitate faults.
import { createHash } from 'node:crypto';
import type { NetworkFacts } from '../../../src/io/chains/chain.ts';
import { addressOf, type ScriptKind } from '../../../src/io/chains/utxo/addresses/script.ts';
import { openUtxoChain } from '../../../src/io/chains/utxo/chain.ts';
import { utxoCodec } from '../../../src/io/chains/utxo/codec.ts';
import { utxoParams } from '../../../src/io/chains/utxo/params.ts';
import { utxoWalletCodec } from '../../../src/io/chains/utxo/wallet-codec.ts';
import { type Litecoind, startLitecoind } from '../utxo/litecoind.ts';
import { forgetful, lagging, pruned, startUtxoProxy, stranger, type UtxoProxy } from '../utxo/utxo-proxy.ts';
import { unsignedTransaction } from '../utxo/utxo-transaction.ts';
import { unitsOfDecimal } from './address-rules.ts';
import type { AddressTable, Driver, Ground, Output, PaymentUriExample, Sent, SpoiltEndpoint } from './driver.ts';

/**
 * Keys of BIP-39's first test phrase at m/44'/1'/0', m/49'/1'/0', m/84'/1'/0' and m/86'/1'/0'. The children of the
 * first three come from litecoind's own deriveaddresses.
 */
const keys = {
  pkh:
    'tpubDC5FSnBiZDMmhiuCmWAYsLwgLYrrT9rAqvTySfuCCrgsWz8wxMXUS9Tb9iVMvcRbvFcAHGkMD5Kx8koh4GquNGNTfohfk7pgjhaPCdXp' +
    'oba',
  shWpkh:
    'tpubDD7tXK8KeQ3YY83yWq755fHY2JW8Ha8Q765tknUM5rSvjPcGWfUppDFMpQ1ScziKfW3ZNtZvAD7M3u7bSs7HofjTD3KP3YxPK7X6hwV8Rk2',
  wpkh:
    'tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zb' +
    'Q1M',
  tr: 'tpubDDfvzhdVV4unsoKt5aE6dcsNsfeWbTgmLZPi8LQDYU2xixrYemMfWJ3BaVneH3u7DBQePdTwhpybaKRU95pi6PMUtLPBJLVQRpzEnjfjZzX',
} as const;
const wpkhChildren = [
  'rltc1q6rz28mcfaxtmd6v789l9rrlrusdprr9puuzgkg',
  'rltc1qd7spv5q28348xl4myc8zmh983w5jx32cwn4h9f',
  'rltc1qxdyjf6h5d6qxap4n2dap97q4j5ps6ua8vmutcu',
];

const good = ['mkpZhYtJu2r87Js3pDiWJDmPte2NRZ8bJV', 'QRHtkDQdVvNNwrVjEdeCGviCw7Ny3SNNiA', ...wpkhChildren];

const addresses: AddressTable = {
  good: [
    ...good.map((text) => ({ text, canonical: text, shown: text })),
    ...wpkhChildren.map((text) => ({ text: text.toUpperCase(), canonical: text, shown: text })),
  ],
  bad: [
    { text: 'mkpZhYtJu2r87Js3pDiWJDmPte2NRZ8bJW', code: 'wrong_checksum' },
    { text: 'rltc1q6rz28mcfaxtmd6v789l9rrlrusdprr9puuzgkq', code: 'wrong_checksum' },
    { text: 'rltc1Q6rz28mcfaxtmd6v789l9rrlrusdprr9puuzgkg', code: 'wrong_checksum' },
    { text: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', code: 'other_network' },
    { text: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', code: 'other_network' },
    { text: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', code: 'other_network' },
    { text: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', code: 'other_network' },
    { text: 'litecoin:mkpZhYtJu2r87Js3pDiWJDmPte2NRZ8bJV', code: 'not_an_address' },
  ],
  keys: [
    {
      text: `pkh(${keys.pkh}/0/*)`,
      children: [
        'mkpZhYtJu2r87Js3pDiWJDmPte2NRZ8bJV',
        'mzpbWabUQm1w8ijuJnAof5eiSTep27deVH',
        'mnTkxhNkgx7TsZrEdRcPti564yQTzynGJp',
      ],
    },
    {
      text: `sh(wpkh(${keys.shWpkh}/0/*))#mc9ncp93`,
      children: [
        'QRHtkDQdVvNNwrVjEdeCGviCw7Ny3SNNiA',
        'QYSXC5cNwxCApsQkHaePqL2v3oNQftuzPX',
        'Qch5wi1hLzy6eWyiCaLq8uZfULKnxc7HnY',
      ],
    },
    { text: `wpkh([73c5da0a/84h/1h/0h]${keys.wpkh}/<0;1>/*)`, children: wpkhChildren },
  ],
  badKeys: [
    {
      text:
        'tprv8ZgxMBicQKsPe5YMU9gHen4Ez3ApihUfykaqUorj9t6FDqy3nP6eoXiAo2ssvpAjoLroQxHqr3R5nE3a5dU3DHTjTgJDd7zrbniJ' +
        'r6nrCzd',
      code: 'private_key',
    },
    { text: keys.pkh, code: 'script_required' },
    { text: `wpkh(${keys.wpkh}/0/*)#mc9ncp93`, code: 'wrong_checksum' },
    { text: `wpkh(${keys.wpkh}/0h/*)`, code: 'hardened' },
    { text: `wpkh(${keys.wpkh}/0/1)`, code: 'no_range' },
    { text: `wsh(pk(${keys.wpkh}/0/*))`, code: 'unknown_descriptor' },
    { text: keys.wpkh.slice(0, -1), code: 'not_an_extended_key' },
  ],
  hashes: [
    { text: 'aB'.repeat(32), canonical: 'ab'.repeat(32) },
    { text: `0x${'ab'.repeat(32)}`, canonical: null },
    { text: 'ab'.repeat(31), canonical: null },
  ],
};

const paymentUris: readonly PaymentUriExample[] = [
  {
    recipient: good[0] as string,
    contract: '',
    amount: 2_030_000_000n,
    decimals: 8,
    uri: `litecoin:${good[0]}?amount=20.30000000`,
  },
  { recipient: good[2] as string, contract: '', amount: 1n, decimals: 8, uri: `litecoin:${good[2]}?amount=0.00000001` },
  { recipient: good[1] as string, contract: '', amount: null, decimals: 8, uri: `litecoin:${good[1]}` },
];

export const utxoDriver: Driver = {
  codec: utxoCodec,
  walletCodec: utxoWalletCodec,
  openChain: openUtxoChain,
  absent: {
    fail: 'What a block holds has moved: a chain transaction that is not valid is in no block.',
    token: 'There are no tokens.',
    finality: 'No block is ever final: it only costs more and more to take it back.',
    hide: 'A block is read as a whole, and its header commits to its contents, so no response can omit a part.',
    sender: 'Outputs that are spent may be of many people, or of a service: they name no sender.',
  },
  // A node does not relay less, to any recipient.
  dust: 6_000n,
  reorgDepths: [1, 2, 3, 6, 12, 64],
  dayOfBlocks: 144,
  addresses,
  paymentUris,
  readAmount(uri, decimals) {
    const amount = /[?&]amount=(\d+\.\d+)$/.exec(uri)?.[1];
    return amount === undefined ? null : unitsOfDecimal(amount, decimals);
  },
  start: async () => (await startUtxoGround()).ground,
};

/** The ground, and its node. */
export async function startUtxoGround(): Promise<{ readonly ground: Ground; readonly node: Litecoind }> {
  // One coin for each payment, each from a block that no reorg of the rules replaces.
  const node = await startLitecoind({ blocks: 420, rest: true });
  const proxy = await startUtxoProxy(node);
  const purse = await openPurse(node);
  const facts: NetworkFacts = {
    symbol: 'local',
    chainId: null,
    params: 'litecoin-regtest',
    rpc: [node.url],
    contracts: [],
  };
  const spoiltFacts = { ...facts, rpc: [proxy.url] };
  let addressed = 0;
  const ground: Ground = {
    facts,
    spoiltFacts,
    newAddress() {
      addressed += 1;
      return unownedAddress(addressed, facts);
    },
    pay: (output) => purse.pay([output]),
    payMany: (outputs) => purse.pay(outputs),
    mine: async (blocks) => void (await node.mine(blocks, elsewhere)),
    async reorg(depth, again) {
      const kept = again === undefined ? [] : [purse.signed(again)];
      await node.reorg(depth, [...Array.from({ length: depth - 1 }, () => []), kept]);
      // The rules require that transactions of replaced blocks disappear, but a node returns them to its mempool.
      await purse.spoilWaiting();
    },
    replace: (sent, output) => purse.replace(sent, output),
    endpoint: spoiltEndpoint(proxy),
    async stop() {
      await proxy.stop();
      await node.stop();
    },
  };
  return { ground, node };
}

/** Receives coins that are no longer needed. */
const elsewhere = unownedAddress(0, { params: 'litecoin-regtest' });

/** An address without a known key, of a different kind for each number. */
function unownedAddress(number: number, network: Pick<NetworkFacts, 'params'>): string {
  const kinds: readonly ScriptKind[] = ['p2wpkh', 'p2pkh', 'p2sh', 'p2wsh'];
  const kind = kinds[number % 5];
  const facts = { symbol: 'local', chainId: null, rpc: [], contracts: [], params: network.params };
  if (kind === undefined) return utxoCodec.deriveAddress(`tr(${keys.tr}/0/*)`, BigInt(number), facts);
  const digest = createHash('sha256').update(`nobody ${number}`).digest();
  return addressOf({ kind, payload: digest.subarray(0, kind === 'p2wsh' ? 32 : 20) }, utxoParams(network.params));
}

interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly units: bigint;
}

interface Purse {
  pay(outputs: readonly Output[]): Promise<Sent>;
  replace(sent: Sent, output: Output): Promise<Sent>;
  /** In hex. After a deep reorg the node itself does not keep the transactions of replaced blocks. */
  signed(sent: Sent): string;
  /** Makes sure that no waiting transaction is ever mined. */
  spoilWaiting(): Promise<void>;
}

/** Each payment spends its own old coin, so that a dropped payment does not invalidate others. */
async function openPurse(node: Litecoind): Promise<Purse> {
  const listed = await node.rpc<{ txid: string; vout: number; amount: number; confirmations: number }[]>('listunspent');
  const coins = listed
    .filter(({ confirmations }) => confirmations > 170)
    .map(({ txid, vout, amount }) => ({ txid, vout, units: unitsOfDecimal(amount.toFixed(8), 8) }));
  const sent = new Map<string, { coin: Coin; hex: string }>();
  const spoilers = new Set<string>();
  const scriptOf = async (address: string) =>
    (await node.rpc<{ scriptPubKey: string }>('validateaddress', [address])).scriptPubKey;
  const send = async (coin: Coin, outputs: readonly Output[], fee: bigint): Promise<Sent> => {
    const paid = outputs.reduce((sum, { units }) => sum + units, 0n);
    const written = await Promise.all(
      [...outputs, { to: elsewhere, units: coin.units - paid - fee }].map(async ({ to, units }) => ({
        script: await scriptOf(to),
        amount: units,
      })),
    );
    const { hex } = await node.rpc<{ hex: string }>('signrawtransactionwithwallet', [
      unsignedTransaction([coin], written),
    ]);
    const hash = await node.send(hex);
    sent.set(hash, { coin, hex });
    return { hash, sender: null, contract: '' };
  };
  const sentAs = (hash: string) => {
    const known = sent.get(hash);
    if (known === undefined) throw new Error(`${hash} was not sent from here`);
    return known;
  };
  return {
    async pay(outputs) {
      const coin = coins.pop();
      if (coin === undefined) throw new Error('no coin is left: mine more blocks at the start');
      return send(coin, outputs, 10_000n);
    },
    replace: ({ hash }, output) => send(sentAs(hash).coin, [output], 1_000_000n),
    signed: ({ hash }) => sentAs(hash).hex,
    async spoilWaiting() {
      for (const hash of await node.rpc<string[]>('getrawmempool')) {
        const known = sent.get(hash);
        if (known === undefined || spoilers.has(hash)) continue;
        spoilers.add((await send(known.coin, [], 2_000_000n)).hash);
      }
    },
  };
}

function spoiltEndpoint(proxy: UtxoProxy): SpoiltEndpoint {
  return {
    lag: (blocks) => proxy.spoil(lagging(blocks)),
    prune: (below) => proxy.spoil(pruned(below)),
    forget: () => proxy.spoil(forgetful),
    beAnotherChain: () => proxy.spoil(stranger),
    breakOff: () => proxy.breakOff(true),
    heal() {
      proxy.spoil(null);
      proxy.breakOff(false);
    },
  };
}
