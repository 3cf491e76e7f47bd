// Measures the bytes that a day of Bitcoin without a node costs at an Electrum or an Esplora server. Time is simulated.
import { setTimeout as delay } from 'node:timers/promises';
import type { Chain, WatchedSet } from '../../src/io/chains/chain.ts';
import { addressOf, scriptOf } from '../../src/io/chains/utxo/addresses/script.ts';
import { openLightChain } from '../../src/io/chains/utxo/open-light-chain.ts';
import { utxoParams } from '../../src/io/chains/utxo/params.ts';
import { startElectrumServer } from '../../test/rig/light/electrum-server.ts';
import { startEsploraServer } from '../../test/rig/light/esplora-server.ts';
import { figure, type Row } from '../table.ts';
import { PlayedChain } from './played-chain.ts';

/** The pace at which the service follows Bitcoin: a poll every 5 s, a block every 10 minutes. */
const lookSeconds = 5;
const looksInBlock = 120;
const blocksInDay = 144;
/** Addresses that were shown once and are no longer awaited. */
const shown = 200;
/** An attempt is open for a quarter of an hour before its payment, and then waits for three blocks. */
const looksBeforePayment = 180;
const looksOpen = looksBeforePayment + 4 * looksInBlock;

const params = utxoParams('litecoin-regtest');

interface Server {
  readonly url: string;
  readonly bytes: number;
  /** Notifies its clients of new blocks, if the protocol has notifications. */
  look?(): Promise<void>;
  stop(): Promise<void>;
}

const servers: Readonly<Record<string, (chain: PlayedChain) => Promise<Server>>> = {
  Electrum: (chain) => startElectrumServer(chain, { lookMillis: 0 }),
  Esplora: startEsploraServer,
};

/** One row for each protocol, idle and with ten payments. A row is void if a payment was not seen. */
export async function benchLight(tell: (line: string) => void): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [name, start] of Object.entries(servers)) {
    for (const payments of [0, 10]) {
      tell(`a day at an ${name} server with ${payments} payments`);
      const { bytes, seen } = await playDay(start, payments);
      const row: Row = {
        goal: 'cost',
        what: `Bitcoin by ${name}, ${payments === 0 ? 'idle' : `${payments} payments`}, ${shown} addresses, a day`,
        product: figure('MB', [bytes / 1e6]),
        floor: null,
        judged: 'product',
        better: 'lower',
        must: 20,
        promised: 20,
      };
      rows.push(seen === payments ? row : { ...row, void: `${seen} of ${payments} payments were seen mined` });
    }
  }
  return rows;
}

interface Played {
  readonly chain: Chain;
  readonly watched: WatchedSet;
  /** The newest scanned block. */
  scanned: number;
  seen: number;
}

async function playDay(start: (chain: PlayedChain) => Promise<Server>, payments: number) {
  const played = new PlayedChain(Math.floor(Date.now() / 1000) - 86_400);
  for (let block = 0; block < 40; block += 1) played.mine();
  const server = await start(played);
  let seconds = 0;
  const chain = openLightChain({ symbol: 'local', params, addresses: [server.url], now: () => seconds * 1000 });
  const watched = chain.watch();
  for (let at = 0; at < shown; at += 1) watched.add(shopAddress(at).address);
  const state: Played = { chain, watched, scanned: (await chain.head()).number, seen: 0 };
  const every = payments === 0 ? Number.POSITIVE_INFINITY : Math.floor((blocksInDay * looksInBlock) / payments);
  let open: { script: string; address: string; since: number }[] = [];
  try {
    for (let look = 0; look < blocksInDay * looksInBlock; look += 1) {
      seconds += lookSeconds;
      if (payments > 0 && look % every === 0) open.push({ ...shopAddress(shown + look), since: look });
      const due = open.filter(({ since }) => look - since === looksBeforePayment);
      for (const { script } of due) played.pay(script, 100_000n);
      open = open.filter(({ since }) => look - since < looksOpen);
      if (look % looksInBlock === looksInBlock - 1) played.mine();
      for (const { address } of open) watched.add(address);
      watched.await?.(open.map(({ address }) => address));
      if (due.length > 0 || look % looksInBlock === looksInBlock - 1) await notifyAll(server);
      await followOnce(state);
    }
    return { bytes: server.bytes, seen: state.seen };
  } finally {
    await chain.close();
    await server.stop();
  }
}

/** Notifications take a moment to arrive. */
async function notifyAll(server: Server): Promise<void> {
  await server.look?.();
  await delay(5);
}

/** The calls that the service makes on a chain reader at each poll. */
async function followOnce(state: Played): Promise<void> {
  const { chain, watched } = state;
  const { signal } = new AbortController();
  const head = await chain.head();
  if (head.number > state.scanned) {
    for await (const block of chain.scan(state.scanned + 1, head.number, watched, signal)) {
      state.seen += block.transfers.length;
      state.scanned = block.header.number;
    }
  }
  await chain.mempool?.(watched, signal);
  for await (const block of chain.missedBlocks?.(watched, signal) ?? []) state.seen += block.transfers.length;
}

function shopAddress(number: number): { address: string; script: string } {
  const payload = Buffer.alloc(20);
  payload.writeUInt32BE(number + 1);
  const locking = { kind: 'p2wpkh', payload } as const;
  return { address: addressOf(locking, params), script: Buffer.from(scriptOf(locking)).toString('hex') };
}
