// The watched addresses of a network without a node, by the names under which servers know their scripts.
import { createHash } from 'node:crypto';
import type { WatchedSet } from '../../chain.ts';
import { readUtxoAddress } from '../addresses/read-address.ts';
import { scriptOf } from '../addresses/script.ts';
import { shown } from '../blocks/hashes.ts';
import { ScriptTable } from '../blocks/script-table.ts';
import type { UtxoParams } from '../params.ts';

/** The most proofs or chain transactions kept. */
const mostRemembered = 5_000;

/** The proved position of a chain transaction in a block, whichever server showed it. */
export interface ProvedPlace {
  /** Its position among the chain transactions of the block. */
  readonly position: number;
  /** The confirmations that its outputs need before they can be spent; absent if they need none. */
  readonly maturity: number | undefined;
}

/**
 * Servers are queried for each script, so every address is stored by its script's name, which takes about 300 bytes.
 */
export class WatchedScripts implements WatchedSet {
  readonly table: ScriptTable;
  readonly #params: UtxoParams;
  /** Addresses by name, in the order in which they were added. */
  readonly #names = new Map<string, string>();
  #awaited: ReadonlySet<string> | null = null;
  /** Names of addresses that receive no payment here. */
  readonly #foreign = new Set<string>();
  /** Keyed by '<id>:<hash of the block>'. */
  readonly proved = new Remembered<ProvedPlace>();
  /** Keyed by id. */
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

  /** Null for text that is no address of the network. */
  nameOf(address: string): string | null {
    return scriptName(address, this.#params);
  }

  await(addresses: readonly string[]): void {
    this.#awaited = new Set(addresses.flatMap((address) => scriptName(address, this.#params) ?? []));
  }

  /** The awaited scripts; all scripts if no awaited ones were set. */
  get awaited(): readonly string[] {
    const awaited = this.#awaited;
    return awaited === null ? [...this.#names.keys()] : [...awaited].filter((name) => this.#names.has(name));
  }

  /** All scripts, the newest first. */
  get all(): readonly string[] {
    return [...this.#names.keys()].reverse();
  }
}

/** The SHA-256 of the script in reverse byte order (Electrum protocol, "Script hashes"). */
export function nameOfScript(script: Uint8Array): string {
  return shown(createHash('sha256').update(script).digest());
}

function scriptName(address: string, params: UtxoParams): string | null {
  const read = readUtxoAddress(address, params);
  return 'message' in read ? null : nameOfScript(scriptOf(read));
}

/** A map of limited size that drops its oldest entries. */
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
