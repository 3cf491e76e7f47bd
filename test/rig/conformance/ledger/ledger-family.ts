// The smallest possible family, which reads the in-memory ledger. It proves docs/how-to/add-a-chain.md.
import type { BlockHeader, ScannedBlock, Transfer } from '../../../../src/core/payment/transfer.ts';
import {
  type Chain,
  ChainFault,
  type NetworkFacts,
  type OpenChain,
  type WatchedSet,
} from '../../../../src/io/chains/chain.ts';
import type { Codec, WalletCodec } from '../../../../src/io/chains/codec.ts';
import { svmFacts } from '../../../../src/io/chains/svm/facts.ts';
import type { LedgerBlock, LedgerEndpoint } from './ledger.ts';

/** By address, as the URL identifies an endpoint of another family. */
export type LedgerNetwork = ReadonlyMap<string, LedgerEndpoint>;

const account = /^acct-[0-9a-f]{8}$/;

/** The static facts about ledgers. It uses the name of a family that has no reader yet. */
export const ledgerCodec: Codec = {
  ...svmFacts,
  readAddress(text) {
    const canonical = text.trim().toLowerCase();
    if (account.test(canonical)) return { canonical };
    return { code: 'not_an_address', message: 'An account is acct- and 8 hexadecimal digits.' };
  },
  showAddress: (canonical) => canonical.toUpperCase(),
  readTransactionHash: (text) =>
    /^[0-9a-fA-F]{64}$/.test(text)
      ? { canonical: text.toLowerCase() }
      : { code: 'not_a_hash', message: 'A hash is 64 hexadecimal digits.' },
  deriveAddress() {
    throw new TypeError('Accounts of this ledger have no extended keys');
  },
  dustPolicy: () => null,
  paymentUri: ({ recipient, amount }) => `ledger:${recipient}${amount === null ? '' : `?units=${amount}`}`,
};

export const ledgerWalletCodec: WalletCodec = {
  coinTypes: [],
  unspendable: () => null,
  signing: () => 'always',
  readExtendedKey: () => ({ code: 'not_an_extended_key', message: 'Accounts of this ledger have no extended keys.' }),
  // This ledger has no keys, so the name of an account is its signature.
  async verifySignature({ text, signature, address }) {
    if (!signature.startsWith('signed ')) return { code: 'not_a_signature', message: 'It begins with signed.' };
    return signature === `signed ${address} ${text}`;
  },
};

/** `params` of a network identifies the ledger by its genesis. */
export function openLedgerChain(network: LedgerNetwork): OpenChain {
  return (facts) => ledgerChain(network, facts);
}

function ledgerChain(network: LedgerNetwork, { rpc, params }: NetworkFacts): Chain {
  const asked = (): readonly LedgerBlock[] => {
    const endpoint = network.get(rpc[0] ?? '');
    if (endpoint === undefined || endpoint.isAway) throw new ChainFault('the endpoint is away', true);
    if (endpoint.ledger.genesis !== params) throw new ChainFault('the endpoint is another ledger', false);
    return shown(endpoint);
  };
  const headerAt = async (number: number) => asked().find(({ header }) => header.number === number)?.header ?? null;
  return {
    verify: async () => void asked(),
    head: async () => asked().at(-1)?.header as BlockHeader,
    headerAt,
    finalized: async () => null,
    watch: () => new Set<string>() as WatchedSet,
    async *scan(first, last, watched, signal): AsyncGenerator<ScannedBlock> {
      let before: BlockHeader | undefined;
      for (let number = first; number <= last && !signal.aborted; number += 1) {
        const block = whole(asked(), number);
        if (before !== undefined && block.header.parentHash !== before.hash) return;
        const transfers = block.entries.flatMap((entry) => entry.transfers).filter((one) => pays(one, watched));
        yield { header: block.header, transfers };
        before = block.header;
      }
    },
    async transfersIn(txHash, recipients) {
      const block = asked().find(({ entries }) => entries.some((entry) => entry.txHash === txHash));
      const entry =
        block?.entries.find((one) => one.txHash === txHash) ?? network.get(rpc[0] ?? '')?.ledger.entry(txHash) ?? null;
      if (entry === null || network.get(rpc[0] ?? '')?.forgets === true) return null;
      const transfers = entry.transfers.filter((one) => pays(one, recipients));
      return block === undefined ? { header: null, transfers: [] } : { header: block.header, transfers };
    },
    close: async () => undefined,
  };
}

/** The blocks that an endpoint shows, faults included. */
function shown({ ledger, lag, hides, prunedBelow, forgets }: LedgerEndpoint): readonly LedgerBlock[] {
  const seen = ledger.blocks.slice(0, ledger.blocks.length - lag);
  const kept = forgets ? seen.slice(0, 1) : seen.filter(({ header }) => header.number >= prunedBelow);
  return hides ? kept.map((block) => ({ ...block, entries: [] })) : kept;
}

/** An empty block proves nothing by itself, so the header states the number of transfers. */
function whole(blocks: readonly LedgerBlock[], number: number): LedgerBlock {
  const block = blocks.find(({ header }) => header.number === number);
  if (block === undefined) throw new ChainFault(`the endpoint has no block ${number}`, true);
  const found = block.entries.reduce((sum, { transfers }) => sum + transfers.length, 0);
  if (found !== block.count) throw new ChainFault(`block ${number} came without all of its transfers`, true);
  return block;
}

function pays(transfer: Transfer, watched: WatchedSet): boolean {
  return transfer.amount > 0n && watched.has(transfer.recipient);
}
