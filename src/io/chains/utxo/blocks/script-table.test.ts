// The table of watched scripts is exact for every kind and any number of scripts.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { addressOf, type ScriptKind, scriptOf } from '../addresses/script.ts';
import { utxoParams } from '../params.ts';
import { ScriptTable } from './script-table.ts';

const bitcoin = utxoParams('bitcoin');
const kinds: readonly ScriptKind[] = ['p2pkh', 'p2sh', 'p2wpkh', 'p2wsh'];

function locking(number: number): { kind: ScriptKind; payload: Uint8Array } {
  const kind = kinds[number % kinds.length] as ScriptKind;
  const digest = createHash('sha256').update(String(number)).digest();
  return { kind, payload: digest.subarray(0, kind === 'p2wsh' ? 32 : 20) };
}

test('added addresses are found, as address and as script, and no others', () => {
  const table = new ScriptTable(bitcoin);
  const count = 20_000;
  for (let number = 0; number < count; number += 1) table.add(addressOf(locking(number), bitcoin));
  table.add(addressOf(locking(5), bitcoin));
  assert.equal(table.size, count);
  for (let number = 0; number < 2 * count; number += 7) {
    const { kind, payload } = locking(number);
    assert.equal(table.has(addressOf({ kind, payload }, bitcoin)), number < count);
    // At an odd offset in a longer buffer, as in a block.
    const bytes = Buffer.concat([Buffer.of(9), scriptOf({ kind, payload }), Buffer.of(9)]);
    assert.equal(table.paysAt(bytes, 1, kind), number < count);
  }
});

test('the same hash in another kind of script, or with one bit changed, is not watched', () => {
  const table = new ScriptTable(bitcoin);
  const payload = Buffer.alloc(20, 7);
  table.add(addressOf({ kind: 'p2pkh', payload }, bitcoin));
  for (const kind of ['p2sh', 'p2wpkh'] as const)
    assert.equal(table.paysAt(scriptOf({ kind, payload }), 0, kind), false);
  for (let bit = 0; bit < 160; bit += 1) {
    const near = Buffer.from(payload);
    near[bit >> 3] = (near[bit >> 3] as number) ^ (1 << (bit & 7));
    assert.equal(table.paysAt(scriptOf({ kind: 'p2pkh', payload: near }), 0, 'p2pkh'), false);
  }
  assert.equal(table.paysAt(scriptOf({ kind: 'p2pkh', payload }), 0, 'p2pkh'), true);
});

test('an address of another network is not watched by mistake', () => {
  const table = new ScriptTable(bitcoin);
  assert.throws(() => table.add('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'), TypeError);
  assert.throws(() => table.add('no address'), TypeError);
  assert.equal(table.has('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'), false);
  assert.equal(table.size, 0);
});
