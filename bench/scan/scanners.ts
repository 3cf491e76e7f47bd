// The scanners that are compared, each in a separate process: a bare one, one with viem, and the product's.
import { Agent, request } from 'node:http';
import { createPublicClient, http, parseAbiItem } from 'viem';
import { evmChain } from '../../src/io/chains/evm/chain.ts';
import { type RecordedChain, watchedAddresses } from './recorded-chain.ts';

export type ScannerName = 'bare' | 'viem' | 'product';

export interface ScanOrder {
  readonly scanner: ScannerName;
  readonly url: string;
  readonly chain: RecordedChain;
  /** How often the whole chain is read. */
  readonly loops: number;
  /** For the bare scanner and viem; the product chooses its own. */
  readonly concurrency: number;
}

export interface ScanResult {
  readonly seconds: number;
  /** User and system time of this process. */
  readonly cpuSeconds: number;
  /** Transfers to watched addresses in one loop; NaN if two loops differ. */
  readonly hits: number;
  readonly rssMegabytes: number;
}

/** Reads the whole chain once and counts the transfers to watched addresses. */
type Scanner = () => Promise<number>;

process.on('message', async (order: ScanOrder) => {
  const addresses = watchedAddresses();
  const { scan, close } = scanners[order.scanner](order, addresses);
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const counts = new Set<number>();
  for (let loop = 0; loop < order.loops; loop += 1) counts.add(await scan());
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = process.cpuUsage(cpuBefore);
  await close();
  process.send?.({
    seconds,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
    hits: counts.size === 1 ? ([...counts][0] as number) : Number.NaN,
    rssMegabytes: process.memoryUsage.rss() / 1e6,
  } satisfies ScanResult);
});
process.once('disconnect', () => process.exit());

const scanners: Readonly<
  Record<ScannerName, (order: ScanOrder, addresses: readonly string[]) => { scan: Scanner; close(): Promise<void> }>
> = { bare: bareScanner, viem: viemScanner, product: productScanner };

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/**
 * The minimum that finds the same transfers: both requests, JSON.parse, a lookup in a Map. It verifies and sorts
 * nothing.
 */
function bareScanner({ url, chain, concurrency }: ScanOrder, addresses: readonly string[]) {
  const watched = new Map(addresses.map((address) => [address, true]));
  const tokens = new Set(chain.contracts);
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(url);
  const call = <Result>(method: string, params: unknown): Promise<Result> =>
    new Promise((resolve, reject) => {
      const sent = request({ agent, hostname, port, method: 'POST', path: '/' }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { result } = JSON.parse(Buffer.concat(chunks).toString()) as { result: Result };
          resolve(result);
        });
      });
      sent.on('error', reject);
      sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    });
  const readBlock = async (number: number): Promise<number> => {
    const hex = `0x${number.toString(16)}`;
    const [block, logs] = await Promise.all([
      call<{ transactions: { to: string | null; value: string }[] }>('eth_getBlockByNumber', [hex, true]),
      call<{ address: string; topics: string[] }[]>('eth_getLogs', [
        { fromBlock: hex, toBlock: hex, topics: [transferTopic] },
      ]),
    ]);
    let hits = 0;
    for (const { to, value } of block.transactions) if (to !== null && value !== '0x0' && watched.has(to)) hits += 1;
    for (const { topics, address } of logs)
      if (watched.has(`0x${topics[2]?.slice(26)}`) && tokens.has(address)) hits += 1;
    return hits;
  };
  return { scan: () => spread(chain, concurrency, readBlock), close: async () => agent.destroy() };
}

/** A typical implementation with viem: typed blocks, decoded events. */
function viemScanner({ url, chain, concurrency }: ScanOrder, addresses: readonly string[]) {
  const watched = new Map(addresses.map((address) => [address, true]));
  const tokens = new Set(chain.contracts);
  const client = createPublicClient({ transport: http(url) });
  const event = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');
  const readBlock = async (number: number): Promise<number> => {
    const blockNumber = BigInt(number);
    const [block, logs] = await Promise.all([
      client.getBlock({ blockNumber, includeTransactions: true }),
      client.getLogs({ event, fromBlock: blockNumber, toBlock: blockNumber }),
    ]);
    let hits = 0;
    for (const { to, value } of block.transactions) if (to !== null && value > 0n && watched.has(to)) hits += 1;
    for (const { args, address } of logs)
      if (watched.has(String(args.to).toLowerCase()) && tokens.has(address)) hits += 1;
    return hits;
  };
  return { scan: () => spread(chain, concurrency, readBlock), close: async () => {} };
}

function productScanner({ url, chain }: ScanOrder, addresses: readonly string[]) {
  const reader = evmChain({
    symbol: 'recorded',
    chainId: chain.chainId,
    endpoints: [url],
    contracts: chain.contracts.map((address) => ({ address })),
  });
  const watched = reader.watch();
  for (const address of addresses) watched.add(address);
  const { signal } = new AbortController();
  const scan = async () => {
    let hits = 0;
    for await (const { transfers } of reader.scan(chain.first, chain.last, watched, signal))
      for (const { succeeded } of transfers) if (succeeded) hits += 1;
    return hits;
  };
  return { scan, close: () => reader.close() };
}

async function spread(
  chain: RecordedChain,
  concurrency: number,
  readBlock: (number: number) => Promise<number>,
): Promise<number> {
  let next = chain.first;
  let hits = 0;
  const work = async () => {
    while (next <= chain.last) {
      const number = next;
      next += 1;
      const found = await readBlock(number);
      hits += found;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return hits;
}
