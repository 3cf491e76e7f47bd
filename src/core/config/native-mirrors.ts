// Contracts that present a network's native coin as a token. Listing one as a token would count the same money twice.

/** By EIP-155 chain id, in lower case, as each network documents it. */
const mirrors: ReadonlyMap<number, string> = new Map([
  // Polygon's POL, and that of Amoy (docs.polygon.technology).
  [137, '0x0000000000000000000000000000000000001010'],
  [80_002, '0x0000000000000000000000000000000000001010'],
  // Celo (docs.celo.org, token duality).
  [42_220, '0x471ece3750da237f93b8e339c536989b8978a438'],
  // ZKsync Era and its test network (docs.zksync.io, L2BaseToken).
  [324, '0x000000000000000000000000000000000000800a'],
  [300, '0x000000000000000000000000000000000000800a'],
  // Metis (docs.metis.io).
  [1_088, '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000'],
  // Arc's test network, whose USDC is native in 18 decimals and a token in 6 (docs.arc.network).
  [5_042_002, '0x3600000000000000000000000000000000000000'],
]);

/** Where EIP-7708 logs native transfers in a token's form, on every network. */
const nativeLogs = '0xfffffffffffffffffffffffffffffffffffffffe';

/**
 * Whether a contract (in lower case) represents the native coin of this network. Only EVM networks have such contracts.
 */
export function mirrorsNative(chainId: number | null, contract: string): boolean {
  return contract === nativeLogs || (chainId !== null && mirrors.get(chainId) === contract);
}
