// Opens a chain of the UTXO family at Electrum and Esplora servers, by the scheme of each address.
import type { Chain } from '../chain.ts';
import { type ElectrumClient, electrumClient } from './electrum/electrum-client.ts';
import { checkElectrumGenesis, ElectrumServer } from './electrum/electrum-server.ts';
import { esploraClient } from './esplora/esplora-client.ts';
import { checkEsploraGenesis, EsploraServer } from './esplora/esplora-server.ts';
import { type LightOptions, lightChain, type ServerKind } from './light/chain.ts';

export interface OpenLightOptions extends Omit<LightOptions, 'endpoints'> {
  readonly addresses: readonly string[];
  /** For one answer, in milliseconds; 15,000 unless given. */
  readonly timeoutMs?: number;
  /** How old what is known of a script may be; each protocol's own unless given. */
  readonly statusMillis?: number;
}

/** Whether an address is one of a server that keeps an index of scripts; else it is a node's. */
export function isLightAddress(address: string): boolean {
  return /^(electrum|esplora)\+/i.test(address);
}

/** Opens no socket until it is first asked. */
export function openLightChain(options: OpenLightOptions): Chain {
  return lightChain({
    ...options,
    endpoints: options.addresses.map((address) => ({
      address,
      kind: /^electrum\+/i.test(address) ? electrumKind(options) : esploraKind(options),
    })),
  });
}

type KindOptions = Pick<OpenLightOptions, 'params' | 'now' | 'statusMillis' | 'timeoutMs'>;

function electrumKind({ params, timeoutMs, ...pace }: KindOptions): ServerKind {
  return {
    client: (address, name) => electrumClient({ address, name, ...(timeoutMs === undefined ? {} : { timeoutMs }) }),
    check: checkElectrumGenesis,
    server: (client, rotation) => new ElectrumServer(client as ElectrumClient, rotation, params, paceOf(pace)),
  };
}

function esploraKind({ timeoutMs, ...pace }: KindOptions): ServerKind {
  return {
    client: (address, name) => esploraClient({ address, name, ...(timeoutMs === undefined ? {} : { timeoutMs }) }),
    check: checkEsploraGenesis,
    server: (_client, rotation) => new EsploraServer(rotation, paceOf(pace)),
  };
}

function paceOf({ now, statusMillis }: Pick<KindOptions, 'now' | 'statusMillis'>) {
  return {
    now: now ?? (() => performance.now()),
    ...(statusMillis === undefined ? {} : { statusMillis }),
  };
}
