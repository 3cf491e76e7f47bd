// Measures the cost of proving a block of each chain with proof of work: the work, the target, and the content.

import { readBlock } from '../../src/io/chains/utxo/blocks/read-block.ts';
import { readUtxoHeader } from '../../src/io/chains/utxo/blocks/read-header.ts';
import { ScriptTable } from '../../src/io/chains/utxo/blocks/script-table.ts';
import { type UtxoParams, utxoParams } from '../../src/io/chains/utxo/params.ts';
import { proveTarget } from '../../src/io/chains/utxo/work/prove-target.ts';
import { proveOwnWork, proveWork } from '../../src/io/chains/utxo/work/prove-work.ts';
import { dogecoin400000, dogecoin400001, dogecoin5050000 } from '../../test/rig/utxo/published-headers.ts';
import { madeBlock } from '../scan/made-block.ts';
import { figure, percentile, type Row } from '../table.ts';
import { benchTronProof } from './prove-tron.ts';

const rounds = 3;
const blocksInRound = 100;

/** Returns one row for each chain. */
export async function benchChains(tell: (line: string) => void): Promise<Row[]> {
  return [
    provedRow('a block of Litecoin, 300 chain transactions', litecoinProof(), tell),
    provedRow('a block of Dogecoin, merged mining, 300 chain transactions', dogecoinProof(), tell),
    ...(await benchTronProof(tell)),
  ];
}

/** `prove` proves one block. The figure is the median of a round. */
export function provedRow(what: string, prove: () => void, tell: (line: string) => void): Row {
  const medians: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    tell(`${what}, round ${round} of ${rounds}`);
    const times: number[] = [];
    for (let block = 0; block < blocksInRound; block += 1) {
      const startedAt = performance.now();
      prove();
      times.push(performance.now() - startedAt);
    }
    medians.push(
      percentile(
        times.toSorted((a, b) => a - b),
        0.5,
      ),
    );
  }
  const product = figure('ms', medians);
  return {
    goal: 'C18',
    what: `proved: ${what}`,
    product,
    floor: null,
    judged: 'product',
    better: 'lower',
    must: 5,
    promised: 5,
  };
}

/** A synthetic block with the work of a private chain, since the hash function is the same. */
function litecoinProof(): () => void {
  const params = utxoParams('litecoin-regtest');
  const proveBody = bodyProof(params, true);
  return () => {
    const header = proveBody();
    proveTarget(header, null, params);
  };
}

/**
 * Proves the work of the real block 5050000 with its parent's proof, the target of the real block 400001, and a
 * synthetic body, since a real header fits only its own body.
 */
function dogecoinProof(): () => void {
  const main = utxoParams('dogecoin');
  const proveBody = bodyProof(utxoParams('dogecoin-testnet'), false);
  const { bytes, number, hash } = dogecoin5050000;
  const [parent, last] = [dogecoin400000, dogecoin400001].map((one) => readUtxoHeader(one.bytes, one.number, one.hash));
  if (parent === undefined || last === undefined) throw new Error('There are two headers');
  return () => {
    proveBody();
    proveWork(bytes, readUtxoHeader(bytes, number, hash), main);
    proveTarget(last, { parent, start: null }, main);
  };
}

/**
 * Proves that the chain transactions match the header, and the header's own work if the chain's hash function is used.
 */
function bodyProof(params: UtxoParams, isSegwit: boolean) {
  const { bytes, hash } = madeBlock({ seed: params.name, transactions: 300, pays: [], isSegwit });
  const watched = new ScriptTable(params);
  return () => {
    const header = readUtxoHeader(bytes, 1, hash);
    if (params.regtest) proveOwnWork(bytes, header, params);
    readBlock(bytes, { number: 1, hash }, { watched, params, thoroughness: 'prove' });
    return header;
  };
}
