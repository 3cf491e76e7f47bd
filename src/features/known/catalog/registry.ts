// The built-in networks, by family.
import type { NetworkEntry } from '../../../core/config/network-entry.ts';
import { evmNetworks } from './registry/evm-networks.ts';
import { testNetwork } from './registry/test-network.ts';
import { tronNetworks } from './registry/tron-networks.ts';
import { utxoNetworks } from './registry/utxo-networks.ts';

export const registry: readonly NetworkEntry[] = [...evmNetworks, ...tronNetworks, ...utxoNetworks, testNetwork];
