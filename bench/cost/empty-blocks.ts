// Empty blocks in the form in which an EVM endpoint returns them.
import { createHash } from 'node:crypto';
import { type Hex, keccak256, toRlp } from 'viem';

const emptyTrie = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';
const noUncles = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';

/**
 * The block at a height. From `firstHashed` on its hash is computed from its header, as on a real chain. Below that, or
 * if it is null, the hash is synthetic, which costs less.
 */
export function emptyBlocks(
  timeOf: (number: number) => number,
  firstHashed: number | null,
): (number: number) => object {
  const header = (number: number, parentHash: string) => ({
    number: quantity(number),
    parentHash,
    timestamp: quantity(timeOf(number)),
    logsBloom: zeros(256),
    transactionsRoot: emptyTrie,
    receiptsRoot: emptyTrie,
    sha3Uncles: noUncles,
    stateRoot: zeros(32),
    gasLimit: '0x1c9c380',
    gasUsed: '0x0',
    miner: zeros(20),
    baseFeePerGas: '0x7',
    extraData: '0x',
    difficulty: '0x0',
    nonce: zeros(8),
    mixHash: zeros(32),
  });
  const hashes = new Map<number, string>();
  const hash = (number: number): string => {
    if (firstHashed === null || number < firstHashed) return madeUp(number);
    for (let next = firstHashed + hashes.size; next <= number; next += 1)
      hashes.set(next, headerHash(header(next, hashes.get(next - 1) ?? madeUp(next - 1))));
    return hashes.get(number) as string;
  };
  return (number) => ({
    ...header(number, hash(number - 1)),
    hash: hash(number),
    transactions: [],
    uncles: [],
    size: '0x220',
  });
}

/** For a block since EIP-1559: Keccak-256 of its RLP (Yellow Paper §4.4). */
function headerHash(header: Readonly<Record<string, string>>): string {
  const number = (name: string) => (BigInt(header[name] as string) === 0n ? '0x' : evenHex(header[name] as string));
  const text = (name: string) => header[name] as Hex;
  return keccak256(
    toRlp([
      ...['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'logsBloom'].map(text),
      ...['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp'].map(number),
      ...['extraData', 'mixHash', 'nonce'].map(text),
      number('baseFeePerGas'),
    ] as Hex[]),
  );
}

function evenHex(value: string): Hex {
  const digits = value.slice(2);
  return `0x${digits.length % 2 === 0 ? digits : `0${digits}`}`;
}

function madeUp(number: number): string {
  return `0x${createHash('sha256').update(String(number)).digest('hex')}`;
}

function quantity(value: number): string {
  return `0x${value.toString(16)}`;
}

function zeros(bytes: number): string {
  return `0x${'00'.repeat(bytes)}`;
}
