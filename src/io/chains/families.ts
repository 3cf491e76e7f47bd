// The chain families that there are: a new one is a folder beside this file and a line in it.
import type { FamilyName } from '../../core/config/network-entry.ts';
import { evmFamily } from './evm/family.ts';
import { type Family, isRefusal, type NetworkFacts, type Refusal } from './family.ts';
import { tronFamily } from './tron/family.ts';
import { utxoFamily } from './utxo/family.ts';

const families: ReadonlyMap<FamilyName, Family> = new Map(
  [evmFamily, tronFamily, utxoFamily].map((family) => [family.name, family]),
);

/** The family of this name. Throws for one that has no reader yet; its networks are never available. */
export function familyOf(name: FamilyName): Family {
  const family = families.get(name);
  if (family === undefined) throw new Error(`no chain of the family ${name} can be read yet`);
  return family;
}

export function isReadable(name: FamilyName): boolean {
  return families.has(name);
}

/** Whether networks of this family tell what waits to be mined. */
export function showsWaiting(name: FamilyName): boolean {
  return families.get(name)?.showsWaiting === true;
}

/** Reads an address as its family does; what is one of another family is refused with the name of where it belongs. */
export function readAddressOf(
  name: FamilyName,
  text: string,
  network: NetworkFacts,
): { readonly canonical: string } | Refusal {
  const read = familyOf(name).readAddress(text, network);
  if (!isRefusal(read)) return read;
  for (const [other, family] of families) {
    const owner = other === name ? null : (family.whose?.(text) ?? null);
    if (owner !== null)
      return {
        code: 'other_network',
        message: `This is an address of ${owner}, not of ${network.symbol}: what is sent to it there does not arrive here.`,
      };
  }
  return read;
}
