// Runs raw blocks of a UTXO network from files through the same reader that follows networks.
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ScannedBlock } from '../../core/payment/transfer.ts';
import { doubleHash, shown } from '../../io/chains/utxo/blocks/hashes.ts';
import { readBlock } from '../../io/chains/utxo/blocks/read-block.ts';
import { headerLength } from '../../io/chains/utxo/blocks/read-header.ts';
import { ScriptTable } from '../../io/chains/utxo/blocks/script-table.ts';
import type { UtxoParams } from '../../io/chains/utxo/params.ts';
import { jsonValues } from '../../io/files/json-values.ts';

/**
 * The blocks of one file, in one of these formats. Binary: one raw block, or several with magic and length in front, as
 * in nodes' blk files, which may be obfuscated with the key in xor.dat next to them. Hexadecimal: one block a line.
 * JSON: the response to `getblock` with verbosity 0, or an object with `hex` and optionally `height`. `addresses`: null
 * for all. Unknown heights are -1. Throws TypeError or SyntaxError for other formats, ChainFault for an incomplete
 * block.
 */
export async function* scanRawBlocks(
  path: string,
  params: UtxoParams,
  addresses: readonly string[] | null,
): AsyncGenerator<ScannedBlock> {
  const watched = addresses === null ? new EveryScript(params) : new ScriptTable(params);
  for (const address of addresses ?? []) watched.add(address);
  let found = 0;
  for await (const { bytes, height } of blocksIn(path)) {
    if (bytes.length < headerLength)
      throw new TypeError(`contains ${bytes.length} bytes, which is too short for a block`);
    const hash = shown(doubleHash(bytes.subarray(0, headerLength)));
    yield readBlock(bytes, { number: height, hash }, { watched, params, thoroughness: 'prove' });
    found += 1;
  }
  if (found === 0) throw new TypeError('contains no block');
}

class EveryScript extends ScriptTable {
  override get size(): number {
    return 1;
  }

  override has(): boolean {
    return true;
  }

  override paysAt(): boolean {
    return true;
  }
}

interface RawBlock {
  readonly bytes: Uint8Array;
  readonly height: number;
}

async function* blocksIn(path: string): AsyncGenerator<RawBlock> {
  const key = await blockFileKey(path);
  const first = await firstBytes(path);
  // An obfuscated block file may begin with any byte, such as a bracket.
  if (key !== null || !isText(first)) yield* blocksInBinary(path, key);
  else if (/^\s*[[{"]/.test(first.toString('latin1'))) {
    for await (const value of jsonValues(path)) yield* blocksInJson(value);
  } else if (/^[0-9a-fA-F\s]+$/.test(first.toString('latin1'))) {
    yield* blocksInLines(path);
  } else yield* blocksInBinary(path, null);
}

/** Whether these bytes contain no control characters except tabs and line breaks. */
function isText(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte >= 0x20 || [0x09, 0x0a, 0x0d].includes(byte));
}

async function firstBytes(path: string): Promise<Buffer> {
  for await (const chunk of createReadStream(path, { end: 1_023 })) return chunk as Buffer;
  return Buffer.alloc(0);
}

function* blocksInJson(value: unknown, height = -1): Generator<RawBlock> {
  if (typeof value === 'string') {
    yield { bytes: fromHex(value), height };
    return;
  }
  if (Array.isArray(value)) {
    for (const one of value) yield* blocksInJson(one);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const members = value as Readonly<Record<string, unknown>>;
  const said = typeof members.height === 'number' ? members.height : height;
  for (const name of ['result', 'hex', 'raw', 'block', 'blocks', 'data'])
    if (members[name] !== undefined && members[name] !== null) return yield* blocksInJson(members[name], said);
  throw new TypeError('contains an object without a raw block (hex)');
}

async function* blocksInLines(path: string): AsyncGenerator<RawBlock> {
  let digits = '';
  for await (const chunk of createReadStream(path, { encoding: 'latin1', highWaterMark: 1 << 20 })) {
    const lines = (digits + chunk).split(/\s+/);
    digits = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield { bytes: fromHex(line), height: -1 };
  }
  if (digits !== '') yield { bytes: fromHex(digits), height: -1 };
}

function fromHex(digits: string): Uint8Array {
  if (digits.length % 2 !== 0 || !/^[0-9a-fA-F]+$/.test(digits))
    throw new TypeError(`contains text that is not hexadecimal: ${digits.slice(0, 60)}`);
  return Buffer.from(digits, 'hex');
}

/**
 * The four magic bytes in front of each block of a blk file (Bitcoin Core, chainparams: main, testnet3, testnet4,
 * signet, regtest; Litecoin, Dogecoin).
 */
const magics = new Set([
  ...['f9beb4d9', '0b110907', '1c163f28', '0a03cf40', 'fabfb5da'],
  ...['fbc0b6db', 'fdd2c8f1', 'c0c0c0c0', 'fcc1b7dc'],
]);

async function* blocksInBinary(path: string, key: Buffer | null): AsyncGenerator<RawBlock> {
  let rest = Buffer.alloc(0);
  let isFramed: boolean | null = null;
  let at = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 22 }) as AsyncIterable<Buffer>) {
    if (key !== null) unlock(chunk, key, at);
    at += chunk.length;
    rest = Buffer.concat([rest, chunk]);
    isFramed ??= magics.has(rest.subarray(0, 4).toString('hex'));
    if (!isFramed && blockFileName.test(path))
      throw new TypeError('is not a block file, or was written with another key: put its xor.dat into the same folder');
    while (isFramed && rest.length >= 8 && rest.length >= 8 + rest.readUInt32LE(4)) {
      const end = 8 + rest.readUInt32LE(4);
      // Nodes pad the end of their newest file with zeros.
      if (!magics.has(rest.subarray(0, 4).toString('hex'))) return;
      yield { bytes: rest.subarray(8, end), height: -1 };
      rest = rest.subarray(end);
    }
  }
  if (isFramed === false) yield { bytes: rest, height: -1 };
  else if (rest.length > 8 && magics.has(rest.subarray(0, 4).toString('hex')))
    throw new TypeError('ends in the middle of a block');
}

const blockFileName = /(?:^|[\\/])blk\d+\.dat$/;

/**
 * The key with which a node obfuscated its blk files, stored next to them (Bitcoin Core from 28 on,
 * src/node/blockstorage.cpp). Null for other files, and for older nodes, which have no key.
 */
async function blockFileKey(path: string): Promise<Buffer | null> {
  if (!blockFileName.test(path)) return null;
  const beside = join(dirname(path), 'xor.dat');
  const key = await readFile(beside).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (key !== null && key.length !== 8)
    throw new TypeError(`has a key in its folder, ${beside}, that is not 8 bytes long`);
  return key;
}

/** Deobfuscates in place. `at` is the position of the bytes in the file. */
function unlock(bytes: Buffer, key: Buffer, at: number): void {
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = (bytes[index] as number) ^ (key[(at + index) & 7] as number);
}
