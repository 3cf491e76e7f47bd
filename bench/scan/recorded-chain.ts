// Creates a chain to scan: real blocks, mined once on anvil from a seed, and kept in the temporary folder for later
// runs.
import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { encodeFunctionData, type Hex } from 'viem';
import { type Anvil, startAnvil } from '../../test/rig/evm/anvil.ts';
import { contract } from '../../test/rig/evm/contracts.ts';

/** Must be raised if the same seed would create a different chain. */
const version = 1;
const seed = 20_261_121;
export const blockCount = 200;
const natives = 70;
const tokenTransfers = 118;
const multisends = 12;
const multisendSize = 12;
export const watchedCount = 100_000;
/** One recipient in a hundred is watched, which gives about three hits for each block. */
const watchedShare = 0.01;

export interface RecordedChain {
  readonly file: string;
  readonly chainId: number;
  /** The allow-listed tokens. */
  readonly contracts: readonly string[];
  readonly first: number;
  readonly last: number;
}

/** The first line of the file; each further line is a RecordedBlock. */
export type ChainFacts = Omit<RecordedChain, 'file'>;

export interface RecordedBlock {
  readonly block: { readonly number: Hex; readonly hash: Hex };
  readonly logs: readonly { readonly address: Hex }[];
  /** Chain transactions that send coins to watched addresses. */
  readonly receipts: readonly { readonly transactionHash: Hex }[];
}

/** The same addresses at each run, distributed like hashes. */
export function watchedAddresses(): string[] {
  const random = randomSource(seed);
  return Array.from({ length: watchedCount }, () => addressFrom(random));
}

/** The recorded chain, from the temporary folder or, in under a minute, from anvil. */
export async function recordedChain(): Promise<RecordedChain> {
  const folder = join(tmpdir(), `quittance-bench-${userInfo().uid}`);
  const file = join(folder, `chain-${seed}-${version}-${blockCount}.jsonl`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const anvil = await startAnvil({
      extraArguments: ['--disable-block-gas-limit', '--balance', '1000000000'],
    });
    try {
      await record(anvil, `${file}.${process.pid}`);
      renameSync(`${file}.${process.pid}`, file);
    } finally {
      await anvil.stop();
    }
  }
  const facts = JSON.parse(readFileSync(file, 'utf8').split('\n', 1)[0] as string) as ChainFacts;
  return { file, ...facts };
}

async function record(anvil: Anvil, file: string): Promise<void> {
  const tokens = [await anvil.deployToken(), await anvil.deployToken(), await anvil.deploy('QuietToken')];
  const multisend = await anvil.deploy('Multisend');
  for (const token of tokens) await anvil.call(token, 'Token.approve', [multisend, 2n ** 256n - 1n]);
  await anvil.mine();
  const first = (await anvil.blockNumber()) + 1;
  const out = createWriteStream(file);
  const facts: ChainFacts = { chainId: anvil.chainId, contracts: tokens, first, last: first + blockCount - 1 };
  out.write(`${JSON.stringify(facts)}\n`);
  const watched = watchedAddresses();
  const random = randomSource(seed + 1);
  const recipient = () =>
    (random() < watchedShare ? watched[Math.floor(random() * watched.length)] : addressFrom(random)) as Hex;
  const kept = new Set(watched);
  for (let number = first; number <= facts.last; number += 1) {
    const requests = payments(anvil, { tokens, multisend }, random, recipient);
    await batch(anvil.url, await numbered(anvil, requests));
    await anvil.mine();
    const hex = `0x${number.toString(16)}`;
    const block = await anvil.rpc<
      RecordedBlock['block'] & { transactions: { to: string; hash: Hex; value: string }[] }
    >('eth_getBlockByNumber', [hex, true]);
    if (block.transactions.length !== natives + tokenTransfers + multisends)
      throw new Error(`Block ${number} holds ${block.transactions.length} transactions`);
    const logs = await anvil.rpc('eth_getLogs', [{ fromBlock: hex, toBlock: hex }]);
    const paying = block.transactions.filter(({ to, value }) => value !== '0x0' && kept.has(to));
    const receipts = await Promise.all(paying.map(({ hash }) => anvil.rpc('eth_getTransactionReceipt', [hash])));
    if (!out.write(`${JSON.stringify({ block, logs, receipts })}\n`))
      await new Promise<void>((resolve) => out.once('drain', resolve));
  }
  out.end();
  await finished(out);
}

type Payment = Readonly<Record<'from' | 'to' | 'value' | 'gas', string>> & { readonly data?: Hex | undefined };

function payments(
  anvil: Anvil,
  { tokens, multisend }: { readonly tokens: readonly Hex[]; readonly multisend: Hex },
  random: () => number,
  recipient: () => Hex,
): Payment[] {
  const { abi } = contract('Token');
  const from = payerOf(anvil);
  const token = () => tokens[Math.floor(random() * tokens.length)] as Hex;
  const amount = () => BigInt(1 + Math.floor(random() * 1e9));
  const requests: Payment[] = [];
  const send = (to: Hex, value: bigint, gas: number, data?: Hex) =>
    requests.push({ from, to, value: `0x${value.toString(16)}`, gas: `0x${gas.toString(16)}`, data });
  for (let at = 0; at < natives; at += 1) send(recipient(), amount(), 21_000);
  for (let at = 0; at < tokenTransfers; at += 1)
    send(token(), 0n, 100_000, encodeFunctionData({ abi, functionName: 'transfer', args: [recipient(), amount()] }));
  for (let at = 0; at < multisends; at += 1) {
    const to = Array.from({ length: multisendSize }, recipient);
    // Calls of the third token return nothing, which this contract does not accept.
    const args = [tokens[at % 2], to, to.map(amount)];
    send(
      multisend,
      0n,
      1_500_000,
      encodeFunctionData({ abi: contract('Multisend').abi, functionName: 'sendTokens', args }),
    );
  }
  return requests;
}

function payerOf(anvil: Anvil): string {
  return (anvil.accounts[0] as Anvil['accounts'][number]).address;
}

/** Sets nonces explicitly, because the node would give several payments of a batch the same nonce. */
async function numbered(anvil: Anvil, payments: readonly Payment[]): Promise<object[]> {
  const next = Number(await anvil.rpc<Hex>('eth_getTransactionCount', [payerOf(anvil), 'latest']));
  return payments.map((payment, at) => ({ ...payment, nonce: `0x${(next + at).toString(16)}` }));
}

async function batch(url: string, payments: readonly object[]): Promise<void> {
  const requests = payments.map((params, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'eth_sendTransaction',
    params: [params],
  }));
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(requests) });
  for (const { error } of (await response.json()) as { error?: { message: string } }[])
    if (error !== undefined) throw new Error(error.message);
}

/** Mulberry32: a small generator with the same results on all machines. */
function randomSource(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function addressFrom(random: () => number): string {
  let digits = '';
  while (digits.length < 40)
    digits += Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return `0x${digits}`;
}
