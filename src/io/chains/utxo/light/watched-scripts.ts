// The watched addresses of a network without a node: each by the name that servers know its script by.
import { createHash } from 'node:crypto';
import type { WatchedSet } from '../../chain.ts';
import { readUtxoAddress } from '../addresses/read-address.ts';
import { scriptOf } from '../addresses/script.ts';
import { shown } from '../blocks/hashes.ts';
import { ScriptTable } from '../blocks/script-table.ts';
import type { UtxoParams } from '../params.ts';

/** Of what was proved or read, so much is kept. */
const mostRemembered = 5_000;

/** What was proved of a chain transaction in a block: who showed it does not matter any more. */
export interface ProvedPlace {
  /** Its place among the chain transactions of the block. */
  readonly position: number;
  /** The confirmations below which its outputs cannot be spent; absent where any will do. */
  readonly maturity: number | undefined;
}

/**
 * Unlike a block's reader, which compares scripts, servers are asked for each: so every address is kept by name, and
 * about 300 bytes of memory are needed for one.
 */
export class WatchedScripts implements WatchedSet {
  readonly table: ScriptTable;
  readonly #params: UtxoParams;
  /** Names in the order in which they came. */
  readonly #names = new Map<string, string>();
  #awaited: ReadonlySet<string> | null = null;
  /** Names of addresses that receive no payment here. */
  readonly #foreign = new Set<string>();
  /** By '<id>:<hash of the block>'. */
  readonly proved = new Remembered<ProvedPlace>();
  /** By id. */
  readonly transactions = new Remembered<Buffer>();

  constructor(params: UtxoParams) {
    this.#params = params;
    this.table = new ScriptTable(params);
  }

  get size(): number {
    return this.#names.size;
  }

  add(address: string): void {
    this.table.add(address);
    const name = scriptName(address, this.#params);
    if (name === null) return;
    this.#names.set(name, address);
    this.#foreign.delete(name);
  }

  addForeign(address: string): void {
    const name = scriptName(address, this.#params);
    if (name === null || this.#names.has(name)) return;
    this.add(address);
    this.#foreign.add(name);
  }

  /** Whether a server may refuse the script's history without a fault. */
  isForeign(script: string): boolean {
    return this.#foreign.has(script);
  }

  has(address: string): boolean {
    return this.table.has(address);
  }

  /** Null for what is no address of the network. */
  nameOf(address: string): string | null {
    return scriptName(address, this.#params);
  }

  await(addresses: readonly string[]): void {
    this.#awaited = new Set(addresses.flatMap((address) => scriptName(address, this.#params) ?? []));
  }

  /** The scripts that somebody waits for; all of them where nobody said which. */
  get awaited(): readonly string[] {
    const awaited = this.#awaited;
    return awaited === null ? [...this.#names.keys()] : [...awaited].filter((name) => this.#names.has(name));
  }

  /** Every script, the newest first. */
  get all(): readonly string[] {
    return [...this.#names.keys()].reverse();
  }
}

/** The SHA-256 of the script, its bytes in the reverse order (Electrum protocol, "Script hashes"). */
export function nameOfScript(script: Uint8Array): string {
  return shown(createHash('sha256').update(script).digest());
}

function scriptName(address: string, params: UtxoParams): string | null {
  const read = readUtxoAddress(address, params);
  return 'message' in read ? null : nameOfScript(scriptOf(read));
}

/** A map that forgets what was put into it longest ago. */
export class Remembered<Value> {
  readonly #values = new Map<string, Value>();

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= mostRemembered) break;
      this.#values.delete(oldest);
    }
  }
}
