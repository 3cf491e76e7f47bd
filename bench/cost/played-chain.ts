// A chain for simulating a day in minutes: blocks as full as Bitcoin's, with bytes only for transactions that pay us.
import { createHash, randomBytes, scryptSync } from 'node:crypto';
import { IndexedBlocks } from '../../test/rig/light/indexed-blocks.ts';
import { branchOver } from '../../test/rig/light/merkle-branch.ts';
import { nameOf, type ScriptIndex, type Touch } from '../../test/rig/light/script-index.ts';
import { rawTransaction } from '../../test/rig/utxo/utxo-transaction.ts';

/** Block 0 of Litecoin's regtest chain, as its node serializes it. */
const genesis = [
  ...['01000000', '00'.repeat(32), 'd9ced4ed1130f7b7faad9be25323ffafa33232a17c3edf6cfd97bee6bafbdd97'],
  ...['dae5494d', 'ffff7f20', '00000000'],
].join('');
/** About as many as in a block of Bitcoin. */
const transactionsInBlock = 3_000;

export class PlayedChain extends IndexedBlocks implements ScriptIndex {
  readonly #raw = new Map<string, string>();
  readonly #places = new Map<string, number>();
  readonly #touched = new Map<string, string[]>();
  #time: number;

  /** `time` of the second block, in Unix seconds. */
  constructor(time: number) {
    super();
    this.#time = time;
    this.blocks.push({ header: genesis, hash: hashOf(genesis), txids: [randomBytes(32).toString('hex')] });
  }

  /** Adds a payment to a script (in hex) to the mempool. */
  pay(scriptHex: string, amount: bigint): void {
    // An input of a common wallet (P2WPKH) and a change output.
    const input = { txid: randomBytes(32).toString('hex'), vout: 0, witness: ['30'.repeat(71), '02'.repeat(33)] };
    const change = { script: `0014${randomBytes(20).toString('hex')}`, amount: 1_000_000n };
    const hex = rawTransaction([input], [{ script: scriptHex, amount }, change]);
    const bare = rawTransaction([{ txid: input.txid, vout: 0 }], [{ script: scriptHex, amount }, change]);
    const txid = hashOf(bare);
    this.#raw.set(txid, hex);
    this.#places.set(txid, 0);
    const script = nameOf(scriptHex);
    this.#touched.set(script, [...(this.#touched.get(script) ?? []), txid]);
  }

  /** Mines the mempool into a block of usual size. */
  mine(): void {
    const coinbase = rawTransaction(
      [{ txid: '00'.repeat(32), vout: 0xffff_ffff, script: randomBytes(90).toString('hex') }],
      [{ script: `0014${randomBytes(20).toString('hex')}`, amount: 312_500_000n }],
    );
    const waiting = [...this.#places].filter(([, height]) => height === 0).map(([txid]) => txid);
    const company = Array.from({ length: transactionsInBlock }, () => randomBytes(32).toString('hex'));
    const txids = [hashOf(coinbase), ...company, ...waiting];
    this.#raw.set(hashOf(coinbase), coinbase);
    this.#time += 600;
    const previous = Buffer.from(this.hashAt(this.height) ?? '', 'hex')
      .reverse()
      .toString('hex');
    const header = worked(`00000020${previous}${rootOf(txids)}${little(this.#time)}ffff7f20`);
    this.blocks.push({ header, hash: hashOf(header), txids });
    for (const txid of [hashOf(coinbase), ...waiting]) this.#places.set(txid, this.height);
  }

  async refresh(): Promise<void> {}

  historyOf(script: string): readonly Touch[] {
    return (this.#touched.get(script) ?? []).flatMap((txid) => this.placeOf(txid) ?? []);
  }

  rawOf(txid: string): string | null {
    return this.#raw.get(txid) ?? null;
  }

  placeOf(txid: string): Touch | null {
    const height = this.#places.get(txid);
    return height === undefined ? null : { txid, height };
  }

  spenderOf(): null {
    return null;
  }
}

/** A header with a nonce that satisfies its target. On regtest, about every second nonce does. */
function worked(unsigned: string): string {
  for (let nonce = 0; ; nonce += 1) {
    const header = Buffer.from(`${unsigned}${little(nonce)}`, 'hex');
    if ((scryptSync(header, header, 32, { N: 1024, r: 1, p: 1 }).at(-1) ?? 0xff) < 0x7f) return header.toString('hex');
  }
}

function rootOf(txids: readonly string[]): string {
  let node = Buffer.from(txids[0] ?? '', 'hex').reverse();
  for (const beside of branchOver(txids, 0)) node = twice(Buffer.concat([node, Buffer.from(beside, 'hex').reverse()]));
  return node.toString('hex');
}

function twice(bytes: Buffer): Buffer<ArrayBuffer> {
  return createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest();
}

function hashOf(hex: string): string {
  return twice(Buffer.from(hex, 'hex')).reverse().toString('hex');
}

function little(value: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes.toString('hex');
}
