// The addresses at which outgoing transfers are expected, as a process has them in memory.

/** Grows only: what is no longer expected is left out by the database. */
export class Destinations {
  readonly #byNetwork = new Map<string, Set<string>>();

  /** A canonical address. */
  add(networkId: string, address: string): void {
    const known = this.#byNetwork.get(networkId);
    if (known === undefined) this.#byNetwork.set(networkId, new Set([address]));
    else known.add(address);
  }

  /** Whether something is, or was, expected at the address on any network. */
  has(address: string): boolean {
    return [...this.#byNetwork.values()].some((known) => known.has(address));
  }

  /** Whether something is, or was, expected on the network. */
  isExpecting(networkId: string): boolean {
    return this.#byNetwork.has(networkId);
  }
}
