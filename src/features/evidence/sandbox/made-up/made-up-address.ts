// Addresses of made-up payments. Their private keys are unknown, so coins sent there are lost.
import { codecOf } from '../../../../io/chains/codecs.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';

/** The point of BIP-341 without a known discrete logarithm, as an extended public key with an empty chain code. */
const unspendableKey =
  'xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6QgnecKFpJFPpdzxKrwoaZoV44qAJewsc4kX9vGaCaBExuvJH57';

/** Returns a canonical address. Throws an Error if the network's family does not derive addresses from this key. */
export function madeUpAddress({ network }: Pick<Asset, 'network'>, index: bigint): string {
  return codecOf(network.family).deriveAddress(unspendableKey, index, network.facts);
}

/** Whether addresses can be made up on the network of the asset. */
export function hasMadeUpAddress(asset: Pick<Asset, 'network'>): boolean {
  try {
    return madeUpAddress(asset, 0n) !== '';
  } catch {
    return false;
  }
}
