// Finds the coin in which an address that cannot sign can prove control.
import { walletCodecOf } from '../../../../../io/chains/keys/wallet-codecs.ts';
import type { Instance } from '../../../../instance.ts';
import type { Asset, Network } from '../../../../known/catalog/catalog.ts';
import { askEndpoints } from '../../../../known/networks/asked/ask-endpoints.ts';
import type { Controlled } from '../control.ts';

const mostMillis = 5_000;

/**
 * Returns null for an address that can sign. A contract pays with a listed token, because sending native coin to itself
 * changes no balance and appears in no log.
 */
export async function payableAsset(instance: Instance, { network, address }: Controlled): Promise<Asset | null> {
  const signing = walletCodecOf(network.family).signing(address, network.facts);
  if (signing === 'always') return null;
  const assets = instance.catalog.assets.filter((asset) => asset.network.id === network.id);
  if (signing === 'perhaps') return assets.find(({ contract }) => contract === '') ?? null;
  const isSilent = await askEndpoints(instance, network, {
    ask: async (chain) => {
      const look = await chain.lookAt?.(address);
      return look !== undefined && look.holder !== 'key' && !look.signs;
    },
    mostMillis,
  });
  if (isSilent !== true) return null;
  const tokens = assets.filter(({ contract, stopped }) => contract !== '' && stopped === null);
  return tokens.length === 0 ? null : heldToken(instance, network, { address, tokens });
}

/** Returns the first token that the address holds; otherwise the first one, which the owner can send there. */
async function heldToken(
  instance: Instance,
  network: Network,
  { address, tokens }: { readonly address: string; readonly tokens: readonly Asset[] },
): Promise<Asset | null> {
  const contracts = tokens.map(({ contract }) => contract);
  const balances = await askEndpoints(instance, network, {
    ask: async (chain) => ((await chain.tokenBalances?.(address, contracts)) ?? []).map(String),
    mostMillis,
  });
  const at = balances?.findIndex((balance) => balance !== 'null' && balance !== '0') ?? -1;
  return tokens[at] ?? tokens[0] ?? null;
}
