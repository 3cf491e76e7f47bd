// The driver of the in-memory ledger, which needs no node and implements every fault as a flag.
import { randomBytes } from 'node:crypto';
import type { NetworkFacts } from '../../../../src/io/chains/chain.ts';
import type { Driver, Ground, Sent, SpoiltEndpoint } from '../driver.ts';
import { Ledger, type LedgerEndpoint, type LedgerEntry, ledgerEndpoint } from './ledger.ts';
import { ledgerCodec, ledgerWalletCodec, openLedgerChain } from './ledger-family.ts';

const endpoints = new Map<string, LedgerEndpoint>();
const hash = 'ab'.repeat(32);

export const ledgerDriver: Driver = {
  codec: ledgerCodec,
  walletCodec: ledgerWalletCodec,
  openChain: openLedgerChain(endpoints),
  absent: {
    replace: 'What was sent to the ledger cannot be taken back.',
    token: 'The ledger has one coin.',
    finality: 'The ledger never calls a block final.',
    extended_keys: 'Accounts are not derived from keys.',
  },
  dust: 1n,
  reorgDepths: [1, 2, 5],
  dayOfBlocks: 900,
  addresses: {
    good: ['acct-00c0ffee', 'ACCT-00C0FFEE', ' acct-00c0ffee '].map((text) => ({
      text,
      canonical: 'acct-00c0ffee',
      shown: 'ACCT-00C0FFEE',
    })),
    bad: ['acct-00c0ffe', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'].map((text) => ({
      text,
      code: 'not_an_address',
    })),
    keys: [],
    badKeys: [],
    hashes: [
      { text: hash.toUpperCase(), canonical: hash },
      { text: hash.slice(1), canonical: null },
    ],
  },
  paymentUris: [
    { recipient: 'acct-00c0ffee', contract: '', amount: 7n, decimals: 9, uri: 'ledger:acct-00c0ffee?units=7' },
    { recipient: 'acct-00c0ffee', contract: '', amount: null, decimals: 9, uri: 'ledger:acct-00c0ffee' },
  ],
  readAmount(uri) {
    const units = /\?units=(\d+)$/.exec(uri)?.[1];
    return units === undefined ? null : BigInt(units);
  },
  start: async () => ground(),
};

const payer = 'acct-0000000a';

function ground(): Ground {
  const ledger = new Ledger();
  const spoilt = ledgerEndpoint(ledger);
  const stranger = new Ledger();
  endpoints.set('ledger:good', ledgerEndpoint(ledger)).set('ledger:spoilt', spoilt);
  const facts: NetworkFacts = {
    symbol: 'ledger',
    chainId: null,
    params: ledger.genesis,
    rpc: ['ledger:good'],
    contracts: [],
  };
  const mine = async (blocks = 1) => {
    for (let block = 0; block < blocks; block += 1) ledger.mine();
  };
  return {
    facts,
    spoiltFacts: { ...facts, rpc: ['ledger:spoilt'] },
    newAddress: () => `acct-${randomBytes(4).toString('hex')}`,
    pay: async (output) => sentAs(ledger.pay(payer, [output])),
    payMany: async (outputs) => sentAs(ledger.pay(payer, outputs)),
    fail: async (output) => sentAs(ledger.pay(payer, [output], false)),
    mine,
    reorg: async (depth, again) => ledger.reorg(depth, again?.hash),
    endpoint: faults(spoilt, stranger),
    stop: async () => endpoints.clear(),
  };
}

function sentAs({ txHash }: LedgerEntry): Sent {
  return { hash: txHash, sender: payer, contract: '' };
}

function faults(endpoint: LedgerEndpoint, stranger: Ledger): SpoiltEndpoint {
  const well = { ...endpoint };
  return {
    lag: (blocks) => void Object.assign(endpoint, { lag: blocks }),
    hide: () => void Object.assign(endpoint, { hides: true }),
    prune: (below) => void Object.assign(endpoint, { prunedBelow: below }),
    forget: () => void Object.assign(endpoint, { forgets: true }),
    beAnotherChain: () => void Object.assign(endpoint, { ledger: stranger }),
    breakOff: () => void Object.assign(endpoint, { isAway: true }),
    heal: () => void Object.assign(endpoint, well),
  };
}
