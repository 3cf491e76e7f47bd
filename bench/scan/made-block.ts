// Deterministic blocks as large as Bitcoin's, in raw form and in the JSON form of a node.
import { createHash, scryptSync } from 'node:crypto';
import { ByteWalk } from '../../src/io/chains/utxo/blocks/byte-walk.ts';
import { doubleHash, merkleRoot, shown, transactionHash } from '../../src/io/chains/utxo/blocks/hashes.ts';
import { newPlaces, walkTransaction } from '../../src/io/chains/utxo/blocks/walk-transaction.ts';
import { count, type Output, rawTransaction } from '../../test/rig/utxo/utxo-transaction.ts';

export interface MadeBlock {
  readonly hash: string;
  readonly bytes: Buffer;
}

/** 64 hex digits, distributed like hashes. */
export function made(seed: string): string {
  return createHash('sha256').update(seed).digest('hex');
}

/** The witness program with this number: 20 bytes in hex. */
export function watchedProgram(number: number): string {
  return made(`watched ${number}`).slice(0, 40);
}

export interface BlockPlan {
  readonly seed: string;
  readonly transactions: number;
  /** Numbers of watched programs to pay, one output each. */
  readonly pays: readonly number[];
  /** Whether inputs have witnesses. */
  readonly isSegwit: boolean;
}

/**
 * Chain transactions with one or two inputs and two outputs, and proof of work at the easiest target of a private
 * chain.
 */
export function madeBlock(plan: BlockPlan): MadeBlock {
  const all = Array.from({ length: plan.transactions }, (_, at) => Buffer.from(madeTransaction(plan, at), 'hex'));
  const ids = all.map(idOf);
  const header = Buffer.alloc(80);
  header.writeInt32LE(0x2000_0000);
  merkleRoot(ids)?.copy(header, 36);
  header.writeUInt32LE(0x207fffff, 72);
  const isWorked = () =>
    (doubleHash(header)[31] as number) < 0x7f &&
    (scryptSync(header, header, 32, { N: 1024, r: 1, p: 1 })[31] as number) < 0x7f;
  for (let nonce = 0; !isWorked(); nonce += 1) header.writeUInt32LE(nonce, 76);
  const bytes = Buffer.concat([header, Buffer.from(count(all.length), 'hex'), ...all]);
  return { hash: shown(doubleHash(header)), bytes };
}

function idOf(transaction: Buffer): Buffer {
  const places = newPlaces();
  walkTransaction(new ByteWalk(transaction), places, null);
  return transactionHash(transaction, places);
}

function madeTransaction({ seed, transactions, pays, isSegwit }: BlockPlan, at: number): string {
  const here = `${seed} ${at}`;
  const inputs = Array.from({ length: 1 + (at % 2) }, (_, input) => ({
    txid: made(`${here} in ${input}`),
    vout: input,
    // A signature and a key, in the witness or in the input script.
    ...(isSegwit
      ? { witness: [made(`${here} r`) + made(`${here} s`) + made('der').slice(0, 14), `02${made(`${here} key`)}`] }
      : { script: '00'.repeat(107) }),
  }));
  const outputs: Output[] = [0, 1].map((output) => ({
    script: `0014${made(`${here} out ${output}`).slice(0, 40)}`,
    amount: BigInt(1_000 + at),
  }));
  // Spread evenly over the block.
  const paid = pays.filter((_, index) => Math.floor((index * transactions) / pays.length) === at);
  for (const number of paid) outputs.push({ script: `0014${watchedProgram(number)}`, amount: 5_000n });
  return rawTransaction(inputs, outputs);
}

/** The answer of `getblock` with verbosity 2, without the fields that scanners do not read. */
export function asVerbosity2({ hash, bytes }: MadeBlock, plan: BlockPlan): string {
  const tx = Array.from({ length: plan.transactions }, (_, at) => {
    const hex = madeTransaction(plan, at);
    const paid = plan.pays.filter((_, index) => Math.floor((index * plan.transactions) / plan.pays.length) === at);
    const programs = [0, 1].map((output) => made(`${plan.seed} ${at} out ${output}`).slice(0, 40));
    return {
      txid: made(hex),
      hash: made(`${hex} hash`),
      version: 2,
      size: hex.length / 2,
      vsize: 140,
      weight: 560,
      locktime: 0,
      vin: Array.from({ length: 1 + (at % 2) }, (_, input) => ({
        txid: made(`${plan.seed} ${at} in ${input}`),
        vout: input,
        scriptSig: { asm: '', hex: '' },
        txinwitness: [made('r') + made('s') + made('der').slice(0, 14), `02${made('key')}`],
        sequence: 4_294_967_293,
      })),
      vout: [...programs, ...paid.map(watchedProgram)].map((program, n) => ({
        value: 0.00001 + n,
        n,
        scriptPubKey: {
          asm: `0 ${program}`,
          desc: `addr(bc1q${program.slice(0, 38)})#${program.slice(0, 8)}`,
          hex: `0014${program}`,
          address: `bc1q${program.slice(0, 38)}`,
          type: 'witness_v0_keyhash',
        },
      })),
      fee: 0.00001,
      hex,
    };
  });
  return JSON.stringify({ result: { hash, confirmations: 1, size: bytes.length, tx }, error: null, id: 1 });
}
