// The TRON family's driver: a stand-in that imitates a TRON node, used by a wallet.
import { HDKey } from '@scure/bip32';
import type { Hex } from 'viem';
import { tronWalletCodec } from '../../../src/io/chains/accounts/wallets/wallet-codecs.ts';
import type { NetworkFacts } from '../../../src/io/chains/chain.ts';
import { shownTronAddress } from '../../../src/io/chains/tron/address.ts';
import { openTronChain } from '../../../src/io/chains/tron/chain.ts';
import { tronCodec } from '../../../src/io/chains/tron/codec.ts';
import { someAddress } from '../evm/scanning.ts';
import { startTronNode, type TronNode } from '../tron/tron-node.ts';
import { newTronWallet, type TronWallet, word } from '../tron/tron-wallet.ts';
import { unitsOfDecimal } from './address-rules.ts';
import type { AddressTable, Driver, Ground, Output, Sent, SpoiltEndpoint } from './driver.ts';

const accountKey = HDKey.fromMasterSeed(Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')).derive("m/44'/195'/0'");
/** BIP-39's seed of "abandon … about", and the addresses m/44'/195'/0'/0/0…2 that wallets publish in their tests. */
const phraseSeed =
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20' +
  'ad3d8d48b2d2ce9e38e4';
const children = [
  '0xc8599111f29c1e1e061265b4af93ea1f274ad78a',
  '0xb6e708a39781c96bd399c7657780ff9fe9f052a8',
  '0xf4f35fff5ca9ee43aca2c57ded9d9ec66ac42dd0',
];

const tether = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const tetherBytes = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c';

const addresses: AddressTable = {
  good: [tether, `41${tetherBytes}`, `0x41${tetherBytes}`, `0x${tetherBytes}`].map((text) => ({
    text,
    canonical: `0x${tetherBytes}`,
    shown: tether,
  })),
  bad: [
    { text: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T', code: 'wrong_checksum' },
    { text: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', code: 'zero_address' },
    { text: tetherBytes, code: 'not_an_address' },
    { text: tether.slice(1), code: 'not_an_address' },
    { text: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', code: 'not_an_address' },
  ],
  keys: [
    { text: HDKey.fromMasterSeed(Buffer.from(phraseSeed, 'hex')).derive("m/44'/195'/0'").publicExtendedKey, children },
  ],
  badKeys: [
    { text: accountKey.privateExtendedKey, code: 'private_key' },
    { text: accountKey.publicExtendedKey.slice(0, -1), code: 'not_an_extended_key' },
    { text: accountKey.deriveChild(0).deriveChild(0).publicExtendedKey, code: 'wrong_depth' },
  ],
  hashes: [
    { text: 'aB'.repeat(32), canonical: 'ab'.repeat(32) },
    { text: `0x${'ab'.repeat(32)}`, canonical: 'ab'.repeat(32) },
    { text: 'ab'.repeat(31), canonical: null },
  ],
};

export const tronDriver: Driver = {
  codec: tronCodec,
  walletCodec: tronWalletCodec,
  openChain: openTronChain,
  absent: {
    coins: 'A chain with accounts has no coins.',
    replace: 'A transaction has neither a nonce nor a fee to raise: it is mined, or expires.',
  },
  dust: 1n,
  // Down to the newest solidified block, since no fork goes below it.
  reorgDepths: [1, 2, 3, 6, 12, 18],
  dayOfBlocks: 300,
  addresses,
  // Links for tokens contain no amount, which codec.test.ts proves.
  paymentUris: [
    ...[1_500_001n, null].map((amount) => ({
      recipient: `0x${tetherBytes}`,
      contract: '',
      amount,
      decimals: 6,
      uri: `tron:${tether}${amount === null ? '' : '?amount=1.500001'}`,
    })),
  ],
  readAmount(uri, decimals) {
    const amount = /[?&]amount=(\d+(?:\.\d+)?)$/.exec(uri)?.[1];
    return amount === undefined ? null : unitsOfDecimal(amount, decimals);
  },
  start: startGround,
};

async function startGround(): Promise<Ground> {
  const node = await startTronNode();
  const token = await placedToken(node, 6);
  const multisend = someAddress(1);
  await node.placeToken('Multisend', multisend, []);
  const payer = await newTronWallet(node, [token]);
  const poor = await newTronWallet(node, []);
  await node.grantTrx(payer.canonical, 10n ** 15n);
  await payer.call(shownTronAddress(token), 'approve(address,uint256)', [
    word('address', shownTronAddress(multisend)),
    word('uint256', String(10n ** 30n)),
  ]);
  // More blocks than any fork replaces.
  await node.mine(40);
  const facts: NetworkFacts = {
    symbol: 'local',
    chainId: node.chainId,
    params: null,
    rpc: [node.url],
    contracts: [token],
  };
  let addressed = 1_000;
  const payToken = async (from: TronWallet, contract: string, { to, units }: Output): Promise<Sent> => {
    const hash = await from.payToken(shownTronAddress(contract), shownTronAddress(to), units);
    return { hash, sender: from.canonical, contract };
  };
  return {
    // The node itself is the failing endpoint, since it can alter its view of the chain.
    facts,
    spoiltFacts: facts,
    endpoint: spoiltEndpoint(node),
    newAddress: () => {
      addressed += 1;
      return someAddress(addressed);
    },
    async pay({ to, units }, contract = '') {
      if (contract !== '') return payToken(payer, contract, { to, units });
      return { hash: await payer.pay(shownTronAddress(to), units), sender: payer.canonical, contract };
    },
    async payMany(outputs) {
      const hash = await payer.call(shownTronAddress(multisend), 'sendTokens(address,address[],uint256[])', [
        word('address', shownTronAddress(token)),
        word(
          'address[]',
          outputs.map(({ to }) => shownTronAddress(to)),
        ),
        word(
          'uint256[]',
          outputs.map(({ units }) => String(units)),
        ),
      ]);
      return { hash, sender: payer.canonical, contract: token };
    },
    mine: (blocks) => node.mine(blocks),
    // The longer branch wins.
    reorg: (depth, again) =>
      node.fork(depth, [...Array.from({ length: depth }, () => []), again === undefined ? [] : [again.hash]]),
    fail: (output) => payToken(poor, token, output),
    async token(decimals) {
      const placed = await placedToken(node, decimals);
      await node.grant(placed, payer.canonical, 10n ** 40n);
      await node.mine();
      return placed;
    },
    stop: () => node.stop(),
  };
}

let tokens = 0;

async function placedToken(node: TronNode, decimals: number): Promise<Hex> {
  tokens += 1;
  const at = someAddress(500 + tokens);
  await node.placeToken('Token', at, ['Dollar', 'USDX', decimals, 10n ** 40n]);
  return at;
}

function spoiltEndpoint({ mood, height }: TronNode): SpoiltEndpoint {
  return {
    lag: (blocks) => void Object.assign(mood, { lag: blocks }),
    // An empty log index alone hides nothing, so the results must be missing too.
    hide: () => void Object.assign(mood, { logs: 'empty', results: 'empty' }),
    prune: (below) => void Object.assign(mood, { oldest: below }),
    forget: () => void Object.assign(mood, { oldest: height() + 1 }),
    beAnotherChain: () => void Object.assign(mood, { stranger: true }),
    breakOff: () => void Object.assign(mood, { breaksOff: true }),
    heal: () =>
      void Object.assign(mood, {
        lag: 0,
        logs: 'whole',
        results: 'whole',
        oldest: 0,
        stranger: false,
        breaksOff: false,
      }),
  };
}
