// The addresses with expected outgoing transfers, held in memory. Addresses are never removed; the queries skip those
// that are no longer expected.

export class Destinations {
  readonly #byNetwork = new Map<string, Set<string>>();

  /** `address` is canonical. */
  add(networkId: string, address: string): void {
    const known = this.#byNetwork.get(networkId);
    if (known === undefined) this.#byNetwork.set(networkId, new Set([address]));
    else known.add(address);
  }

  /** Whether a transfer is, or was, expected at the address on any network. */
  has(address: string): boolean {
    return [...this.#byNetwork.values()].some((known) => known.has(address));
  }

  /** Whether a transfer is, or was, expected on the network. */
  isExpecting(networkId: string): boolean {
    return this.#byNetwork.has(networkId);
  }
}
