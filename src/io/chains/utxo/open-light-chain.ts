// Opens a chain of the UTXO family at Electrum and Esplora servers, by the scheme of each address.
import type { Chain } from '../chain.ts';
import { type ElectrumClient, electrumClient } from './electrum/electrum-client.ts';
import { checkElectrumGenesis, ElectrumServer } from './electrum/electrum-server.ts';
import { esploraClient } from './esplora/esplora-client.ts';
import { checkEsploraGenesis, EsploraServer } from './esplora/esplora-server.ts';
import { type LightOptions, lightChain, type ServerKind } from './light/chain.ts';

export interface OpenLightOptions extends Omit<LightOptions, 'endpoints'> {
  readonly addresses: readonly string[];
  /** The timeout of one answer, in milliseconds; 15,000 by default. */
  readonly timeoutMs?: number;
  /** The greatest age of a script's status in milliseconds; by default the one of each protocol. */
  readonly statusMillis?: number;
}

/** Whether the URL belongs to a server with an index of scripts; otherwise it is a node's. */
export function isLightAddress(address: string): boolean {
  return /^(electrum|esplora)\+/i.test(address);
}

/** Opens no socket until its first request. */
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
