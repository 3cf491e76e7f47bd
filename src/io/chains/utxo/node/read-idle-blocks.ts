// Reads a few blocks together by their compact filters (BIP-157, BIP-158), and a whole block only if its filter
// matches.
import type { BlockHeader, ScannedBlock } from '../../../../core/payment/transfer.ts';
import { ChainFault } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import { doubleHash, shown } from '../blocks/hashes.ts';
import { readBlock } from '../blocks/read-block.ts';
import { plainHeader, type UtxoHeader } from '../blocks/read-header.ts';
import type { ScriptTable } from '../blocks/script-table.ts';
import { mayMatch } from '../filters/block-filter.ts';
import type { UtxoParams } from '../params.ts';
import type { HeaderTrail } from '../work/header-trail.ts';
import { callMany, provedHeader, readRawBlock } from './node-calls.ts';
import { readBytes, readFields, readHash } from './raw.ts';
import type { UtxoBlockSource } from './read-blocks.ts';

/** How long to wait before a node without filters is tried again. */
const askAgainMillis = 600_000;
/**
 * A filter matches one script in 784,931 by chance: with more scripts than this, one block in eight is read in vain.
 */
const mostScripts = 100_000;

interface Filter {
  readonly bytes: Buffer;
  /** In reverse byte order: the hash of the filter and the previous filter header (BIP-157, filter headers). */
  readonly header: string;
}

export class IdleReader {
  readonly #rotation: EndpointRotation;
  readonly #params: UtxoParams;
  readonly #trail: HeaderTrail;
  #asksFrom = 0;

  constructor({ rotation, params, trail }: UtxoBlockSource) {
    this.#rotation = rotation;
    this.#params = params;
    this.#trail = trail;
  }

  /**
   * Blocks first…last, by the rules of Chain.scanIdle. Each header links to the one before and has its work proved.
   * Each filter, hashed with the previous filter header, gives the header that the node reports, so a node cannot
   * change it later. Ends early if a header does not link to the one before. Throws ChainFault.
   */
  async *read(
    { first, last }: { readonly first: number; readonly last: number },
    watched: ScriptTable,
    signal: AbortSignal,
  ): AsyncGenerator<ScannedBlock> {
    const headers = await this.#headers(first, last, signal);
    const filters = await this.#filters(headers, watched, signal);
    let previous: BlockHeader | undefined;
    for (const [at, header] of headers.entries()) {
      if (previous !== undefined && header.parentHash !== previous.hash) return;
      const filter = filters[at] ?? null;
      yield filter !== null && !mayMatch(filter.bytes, header.hash, watched.scripts())
        ? { header: plainHeader(header), transfers: [] }
        : await this.#whole(header, watched, signal);
      previous = header;
    }
  }

  async #whole({ number, hash }: BlockHeader, watched: ScriptTable, signal: AbortSignal): Promise<ScannedBlock> {
    const bytes = await readRawBlock(this.#rotation, hash, this.#params, signal);
    return readBlock(bytes, { number, hash }, { watched, params: this.#params, thoroughness: 'prove' });
  }

  async #headers(first: number, last: number, signal: AbortSignal): Promise<UtxoHeader[]> {
    const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const hashes = await this.#askEach('getblockhash', numbers, [], signal);
    const named = hashes.map((hash) => readHash(hash, 'hash of a block'));
    const raws = await this.#askEach('getblockheader', named, [false], signal);
    return named.map((hash, at) => {
      const header = provedHeader(raws[at], { hash, number: first + at }, this.#params);
      this.#trail.keep(header);
      return header;
    });
  }

  /** The filter of each block, null for a block without one; empty if filters cannot help. */
  async #filters(
    headers: readonly BlockHeader[],
    watched: ScriptTable,
    signal: AbortSignal,
  ): Promise<readonly (Filter | null)[]> {
    const [first] = headers;
    // A filter contains the scripts of spent outputs but not the outputs, and the scripts are not known here.
    const isUseless = watched.outputs.size > 0 || watched.size > mostScripts;
    if (first === undefined || isUseless || performance.now() < this.#asksFrom) return [];
    const before = first.number === 0 ? [] : [first.parentHash];
    const calls = [...before, ...headers.map(({ hash }) => hash)].map((hash) => ({
      method: 'getblockfilter',
      params: [hash, 'basic'],
    }));
    const answers = (await callMany(this.#rotation, calls, signal)).map(readFilter);
    if (answers.every((answer) => answer === null)) this.#asksFrom = performance.now() + askAgainMillis;
    const known = answers.slice(before.length);
    let previous = before.length === 0 ? '00'.repeat(32) : (answers[0]?.header ?? null);
    for (const [at, filter] of known.entries()) {
      if (filter !== null && previous !== null) checkHeader(filter, previous, headers[at] as BlockHeader);
      previous = filter?.header ?? null;
    }
    return known;
  }

  /**
   * The answers in order. One endpoint may lag, so a refused call is sent again on its own and passed on to the others.
   */
  async #askEach(
    method: string,
    asked: readonly (number | string)[],
    more: readonly unknown[],
    signal: AbortSignal,
  ): Promise<unknown[]> {
    const calls = asked.map((one) => ({ method, params: [one, ...more] }));
    const answers = await callMany(this.#rotation, calls, signal);
    return Promise.all(
      answers.map((answer, at) =>
        answer instanceof Error ? this.#rotation.call(method, [asked[at], ...more], signal) : answer,
      ),
    );
  }
}

/** Null if the node refused: it keeps no filters (blockfilterindex=0), or has not built this one yet. */
function readFilter(answer: unknown): Filter | null {
  if (answer instanceof EndpointFault) return null;
  const { filter, header } = readFields(answer, 'filter of a block');
  return { bytes: readBytes(filter, 'filter of a block'), header: readHash(header, 'header of a filter') };
}

function checkHeader({ bytes, header }: Filter, previous: string, { number, hash }: BlockHeader): void {
  const before = Buffer.from(previous, 'hex').reverse();
  if (shown(doubleHash(Buffer.concat([doubleHash(bytes), before]))) === header) return;
  throw new ChainFault(`The filter of block ${number} (${hash}) does not match its filter header`, true);
}
