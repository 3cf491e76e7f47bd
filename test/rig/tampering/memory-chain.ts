// An in-memory chain, read by the service's own code, which needs no node and no waiting.
import { createHash, randomBytes } from 'node:crypto';
import type { BlockHeader, Transfer } from '../../../src/core/payment/transfer.ts';
import { syncNetwork } from '../../../src/features/evidence/chain-sync/sync-network.ts';
import { openSession } from '../../../src/features/evidence/chain-sync/sync-session.ts';
import {
  type WatchedAddresses,
  watchedByNetwork,
} from '../../../src/features/evidence/chain-sync/watched-addresses.ts';
import type { Instance } from '../../../src/features/instance.ts';
import type { Network } from '../../../src/features/known/catalog/catalog.ts';
import type { Chain, WatchedSet } from '../../../src/io/chains/chain.ts';

export interface Payment {
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
  /** The token's contract; undefined for the native coin. */
  readonly contract?: string;
}

interface Block {
  readonly header: BlockHeader;
  readonly transfers: readonly Transfer[];
}

export interface MemoryChain {
  /** The number of the newest block. */
  readonly height: number;
  /** Mines one block with these payments. Returns the hash of each payment's chain transaction. */
  mine(...payments: readonly Payment[]): string[];
  /** Drops all blocks above this one. */
  cutTo(height: number): void;
  readonly reader: Chain;
}

export function memoryChain(): MemoryChain {
  const blocks: Block[] = [];
  const mine = (...payments: readonly Payment[]): string[] => {
    const parent = blocks.at(-1)?.header;
    const now = Math.floor(Date.now() / 1_000);
    const header = {
      number: (parent?.number ?? -1) + 1,
      hash: hashOf('block'),
      parentHash: parent?.hash ?? hashOf('genesis'),
      time: Math.max(now, (parent?.time ?? 0) + 1),
    };
    const transfers = payments.map((payment) => transferOf(payment));
    blocks.push({ header, transfers });
    return transfers.map(({ txHash }) => txHash);
  };
  mine();
  return {
    get height() {
      return blocks.length - 1;
    },
    mine,
    cutTo: (height) => void blocks.splice(height + 1),
    reader: readerOf(blocks),
  };
}

function transferOf({ from, to, units, contract = '' }: Payment): Transfer {
  const position = contract === '' ? 'native' : `${contract}:0`;
  const sides = { sender: from.toLowerCase(), recipient: to.toLowerCase() };
  return { txHash: hashOf('transaction'), position, contract, ...sides, amount: units, succeeded: true };
}

function readerOf(blocks: readonly Block[]): Chain {
  return {
    verify: async () => undefined,
    head: async () => (blocks.at(-1) as Block).header,
    headerAt: async (number) => blocks[number]?.header ?? null,
    finalized: async () => null,
    watch: () => new Set<string>() as WatchedSet,
    async *scan(first, last, watched) {
      for (const { header, transfers } of blocks.slice(first, last + 1))
        yield { header, transfers: transfers.filter(({ recipient }) => watched.has(recipient)) };
    },
    async transfersIn(txHash, recipients) {
      const block = blocks.find(({ transfers }) => transfers.some((one) => one.txHash === txHash));
      if (block === undefined) return null;
      const found = block.transfers.filter((one) => one.txHash === txHash && recipients.has(one.recipient));
      return { header: block.header, transfers: found };
    },
    close: async () => undefined,
  };
}

function hashOf(what: string): string {
  return `0x${createHash('sha256').update(what).update(randomBytes(16)).digest('hex')}`;
}

/**
 * Reads new blocks, like a watcher after its start. `known`: the watched addresses of an earlier call, which avoids
 * deriving children again; null: loads all addresses again.
 */
export async function readChain(
  instance: Instance,
  {
    chain,
    owner,
    known,
  }: { readonly chain: MemoryChain; readonly owner: string; readonly known: WatchedAddresses | null },
): Promise<void> {
  const { reader } = chain;
  const network = localNetworkOf(instance);
  const watched = known ?? watchedOn(instance, chain);
  const session = openSession({ network, chain: reader, watched, owner }, () => reader);
  const { signal } = new AbortController();
  for (let ticks = 0; ticks < 8; ticks += 1) if ((await syncNetwork({ instance, session }, signal)) !== 'more') return;
}

export function watchedOn(instance: Instance, { reader }: MemoryChain): WatchedAddresses {
  const network = localNetworkOf(instance);
  return watchedByNetwork(instance.db, [network], () => reader.watch()).get(network) as WatchedAddresses;
}

function localNetworkOf({ catalog }: Instance): Network {
  return catalog.networkBySymbol('local') as Network;
}
