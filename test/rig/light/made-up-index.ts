// A chain of headers without work, on top of the real first block, which contains any chain transaction.
import { createHash } from 'node:crypto';
import { branchOver } from './merkle-branch.ts';
import type { ScriptIndex } from './script-index.ts';

/** Block 0 of Bitcoin, as its nodes serialize it (Bitcoin Core, src/kernel/chainparams.cpp). */
const bitcoinGenesis = [
  ...['01000000', '00'.repeat(32), '3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a'],
  ...['29ab5f49', 'ffff001d', '1dac2b7c'],
].join('');

export interface MadeUp {
  readonly txid: string;
  readonly hex: string;
  /** The script that it pays, in the notation of servers. */
  readonly script: string;
}

/** Blocks first…first+count-1, each linked to the one before. The chain transaction is in block `first + 1`. */
export function madeUpChain(first: number, count: number, made: MadeUp): ScriptIndex {
  const coinbase = createHash('sha256').update('coinbase').digest('hex');
  const headers: string[] = [];
  const time = Math.floor(Date.now() / 1000) - count * 600;
  for (let at = 0; at < count; at += 1) {
    const txids = at === 1 ? [coinbase, made.txid] : [coinbase];
    const previous =
      at === 0
        ? 'ab'.repeat(32)
        : Buffer.from(hashOf(headers[at - 1] ?? ''), 'hex')
            .reverse()
            .toString('hex');
    headers.push(`00000020${previous}${rootOver(txids)}${little(time + at * 600)}${'ffff001d'}${little(at)}`);
  }
  const inside = (height: number) => (height < first ? null : (headers[height - first] ?? null));
  const headerAt = (height: number) => (height === 0 ? bitcoinGenesis : inside(height));
  const transactionsAt = (height: number) =>
    headerAt(height) === null ? null : height === first + 1 ? [coinbase, made.txid] : [coinbase];
  return {
    refresh: async () => undefined,
    height: first + count - 1,
    headerAt,
    hashAt: (height) => (headerAt(height) === null ? null : hashOf(headerAt(height) ?? '')),
    heightOfBlock: (hash) => {
      const at = headers.findIndex((header) => hashOf(header) === hash);
      return at < 0 ? null : first + at;
    },
    transactionsAt,
    historyOf: (script) => (script === made.script ? [{ txid: made.txid, height: first + 1 }] : []),
    rawOf: (txid) => (txid === made.txid ? made.hex : null),
    placeOf: (txid) => (txid === made.txid ? { txid, height: first + 1 } : null),
    spenderOf: () => null,
    branchOf(txid, height) {
      const position = (transactionsAt(height) ?? []).indexOf(txid);
      return position < 0 ? null : { branch: branchOver(transactionsAt(height) ?? [], position), position };
    },
  };
}

function twice(bytes: Buffer): Buffer {
  return createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest();
}

function hashOf(header: string): string {
  return Buffer.from(twice(Buffer.from(header, 'hex')))
    .reverse()
    .toString('hex');
}

/** The root over one or two ids, in internal byte order. */
function rootOver(txids: readonly string[]): string {
  const leaves = txids.map((txid) => Buffer.from(txid, 'hex').reverse());
  return (leaves.length === 1 ? (leaves[0] as Buffer) : twice(Buffer.concat(leaves))).toString('hex');
}

function little(value: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes.toString('hex');
}
