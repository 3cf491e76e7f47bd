// The EVM family's driver: anvil, mined by hand, behind the fault proxy.
import { HDKey } from '@scure/bip32';
import type { Hex } from 'viem';
import { type HDAccount, mnemonicToAccount } from 'viem/accounts';
import { evmWalletCodec } from '../../../src/io/chains/accounts/wallets/wallet-codecs.ts';
import type { NetworkFacts } from '../../../src/io/chains/chain.ts';
import { openEvmChain } from '../../../src/io/chains/evm/chain.ts';
import { evmCodec } from '../../../src/io/chains/evm/codec.ts';
import { type Anvil, startAnvil } from '../evm/anvil.ts';
import { type FaultProxy, startFaultProxy } from '../evm/fault-proxy.ts';
import { someAddress } from '../evm/scanning.ts';
import type { AddressTable, Driver, Ground, Output, PaymentUriExample, Sent, SpoiltEndpoint } from './driver.ts';

const accountKey = HDKey.fromMasterSeed(Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')).derive("m/44'/60'/0'");

/** The example addresses of EIP-55, and the first children of the most common development phrase. */
const addresses: AddressTable = {
  good: [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ].flatMap((shown) => [
    { text: shown, canonical: shown.toLowerCase(), shown },
    { text: shown.toLowerCase(), canonical: shown.toLowerCase(), shown },
    { text: `0x${shown.slice(2).toUpperCase()}`, canonical: shown.toLowerCase(), shown },
  ]),
  bad: [
    { text: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', code: 'wrong_checksum' },
    { text: `0x${'0'.repeat(40)}`, code: 'zero_address' },
    { text: '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', code: 'not_an_address' },
    { text: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', code: 'not_an_address' },
    { text: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', code: 'not_an_address' },
    { text: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', code: 'not_an_address' },
  ],
  keys: [
    {
      text: HDKey.fromMasterSeed(phraseSeed()).derive("m/44'/60'/0'").publicExtendedKey,
      children: [
        '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
        '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
        '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
      ],
    },
  ],
  badKeys: [
    { text: accountKey.privateExtendedKey, code: 'private_key' },
    { text: accountKey.publicExtendedKey.slice(0, -1), code: 'not_an_extended_key' },
    { text: accountKey.deriveChild(0).deriveChild(0).publicExtendedKey, code: 'wrong_depth' },
  ],
  hashes: [
    { text: `0x${'aB'.repeat(32)}`, canonical: `0x${'ab'.repeat(32)}` },
    { text: 'ab'.repeat(32), canonical: null },
    { text: `0x${'ab'.repeat(31)}`, canonical: null },
  ],
};

/** BIP-39's seed of "test test … junk", which every development node uses. */
function phraseSeed(): Buffer {
  const seed =
    '9dfc3c64c2f8bede1533b6a79f8570e5943e0b8fd1cf77107adf7b72cef42185d564a3aee24cab43f80e3c4538087d70fc824eabba' +
    'd596a23c97b6ee8322ccc0';
  return Buffer.from(seed, 'hex');
}

/** ERC-681, for the test network. */
const paymentUris: readonly PaymentUriExample[] = [
  {
    recipient: '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359',
    contract: '',
    amount: 2014n * 10n ** 15n,
    decimals: 18,
    uri: 'ethereum:0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359@31337?value=2014000000000000000',
  },
  {
    recipient: '0x8e23ee67d1332ad560396262c48ffbb01f93d052',
    amount: 1n,
    decimals: 0,
    contract: '0x89205a3a3b2a69de6dbf7f01ed13b2108b2c43e7',
    uri:
      'ethereum:0x89205A3A3b2A69De6Dbf7f01ED13B2108B2c43e7@31337/transfer?address=0x8e23Ee67d1332aD560396262C48ff' +
      'bB01F93D052&uint256=1',
  },
];

export const evmDriver: Driver = {
  codec: evmCodec,
  walletCodec: evmWalletCodec,
  openChain: openEvmChain,
  absent: { coins: 'A chain with accounts has no coins.' },
  dust: 1n,
  reorgDepths: [1, 2, 3, 5, 8, 12, 64],
  dayOfBlocks: 1_440,
  addresses,
  paymentUris,
  readAmount(uri) {
    const amount = /[?&](?:value|uint256)=(\d+)$/.exec(uri)?.[1];
    return amount === undefined ? null : BigInt(amount);
  },
  start: startGround,
};

/** Each payment has its own payer, so that a dropped payment does not block others by its nonce. */
const mostPayments = 250;

async function startGround(): Promise<Ground> {
  const anvil = await startAnvil({ extraArguments: ['--accounts', String(mostPayments)] });
  const proxy = await startFaultProxy(anvil.url);
  const multisend = await anvil.deploy('Multisend');
  const token = await anvil.deployToken();
  await anvil.call(token, 'Token.approve', [multisend, 10n ** 30n]);
  // More blocks than any reorg replaces.
  await anvil.mine(70);
  const payers = new Payers(anvil);
  const facts: NetworkFacts = {
    symbol: 'local',
    chainId: anvil.chainId,
    params: null,
    rpc: [anvil.url],
    contracts: [token],
  };
  let addressed = 1_000;
  return {
    facts,
    spoiltFacts: { ...facts, rpc: [proxy.url] },
    newAddress: () => {
      addressed += 1;
      return someAddress(addressed);
    },
    pay: (output, contract = '') => (contract === '' ? payers.pay(output) : payToken(anvil, contract as Hex, output)),
    async payMany(outputs) {
      const lists = [outputs.map(({ to }) => to), outputs.map(({ units }) => units)];
      const hash = await anvil.call(multisend, 'Multisend.sendTokens', [token, ...lists], { gas: 1_000_000n });
      return { hash, sender: ownerOf(anvil), contract: token };
    },
    mine: (blocks) => anvil.mine(blocks),
    async reorg(depth, again) {
      // Without a different transaction, the new branch would have the same hashes as the old one.
      const other = await payers.sign({ to: someAddress(0), units: 1n });
      await anvil.reorg(depth, [
        [other, 0],
        ...(again === undefined ? [] : [[payers.signed(again), depth - 1] as const]),
      ]);
    },
    fail: ({ to, units }) => payToken(anvil, token, { to, units }, anvil.accounts[9]?.address),
    replace: (sent, output) => payers.replace(sent, output),
    token: (decimals) => anvil.deployToken({ decimals, supply: 10n ** 40n }),
    endpoint: spoiltEndpoint(proxy),
    async stop() {
      await proxy.stop();
      await anvil.stop();
    },
  };
}

class Payers {
  readonly #anvil: Anvil;
  readonly #signed = new Map<string, { raw: Hex; account: HDAccount }>();
  // The node itself sends from the first ten accounts.
  #next = 10;

  constructor(anvil: Anvil) {
    this.#anvil = anvil;
  }

  async pay(output: Output): Promise<Sent> {
    const account = this.#account();
    return this.#send(account, await this.#sign(account, output, 10n ** 9n));
  }

  /** With higher fees and the same nonce. */
  async replace({ hash }: Sent, output: Output): Promise<Sent> {
    const { account } = this.#sentAs(hash);
    return this.#send(account, await this.#sign(account, output, 10n ** 10n));
  }

  sign(output: Output): Promise<Hex> {
    return this.#sign(this.#account(), output, 10n ** 9n);
  }

  signed({ hash }: Sent): Hex {
    return this.#sentAs(hash).raw;
  }

  #account(): HDAccount {
    if (this.#next >= mostPayments) throw new Error('no payer is left: start anvil with more accounts');
    this.#next += 1;
    return mnemonicToAccount('test test test test test test test test test test test junk', {
      addressIndex: this.#next - 1,
    });
  }

  #sentAs(hash: string): { raw: Hex; account: HDAccount } {
    const sent = this.#signed.get(hash);
    if (sent === undefined) throw new Error(`${hash} was not sent from here`);
    return sent;
  }

  #sign(account: HDAccount, { to, units }: Output, tip: bigint): Promise<Hex> {
    const fees = { maxFeePerGas: 1_000n * tip, maxPriorityFeePerGas: tip, gas: 60_000n };
    const call = { chainId: this.#anvil.chainId, nonce: 0, to: to as Hex, value: units };
    return account.signTransaction({ type: 'eip1559', ...fees, ...call });
  }

  async #send(account: HDAccount, raw: Hex): Promise<Sent> {
    const hash = await this.#anvil.rpc<Hex>('eth_sendRawTransaction', [raw]);
    this.#signed.set(hash, { raw, account });
    return { hash, sender: account.address.toLowerCase(), contract: '' };
  }
}

async function payToken(anvil: Anvil, token: Hex, { to, units }: Output, from?: Hex): Promise<Sent> {
  const hash = await anvil.call(token, 'Token.transfer', [to, units], from === undefined ? {} : { from });
  return { hash, sender: from?.toLowerCase() ?? ownerOf(anvil), contract: token };
}

function ownerOf(anvil: Anvil): string {
  return (anvil.accounts[0] as HDAccount).address.toLowerCase();
}

function spoiltEndpoint(proxy: FaultProxy): SpoiltEndpoint {
  return {
    lag: (blocks) => proxy.on('lag', { setting: blocks }),
    hide: () => proxy.on('empty_logs'),
    prune: (below) => proxy.on('pruned', { setting: below }),
    forget: () => proxy.on('forgets'),
    beAnotherChain: () => proxy.on('wrong_chain_id'),
    breakOff: () => proxy.on('reset'),
    heal: () => proxy.off(),
  };
}
