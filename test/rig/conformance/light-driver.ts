// The drivers of servers with a script index: the same node and wallet, read through Electrum or Esplora.
import type { NetworkFacts, OpenChain } from '../../../src/io/chains/chain.ts';
import { openLightChain } from '../../../src/io/chains/utxo/open-light-chain.ts';
import { utxoParams } from '../../../src/io/chains/utxo/params.ts';
import { type Lie, startElectrumServer } from '../light/electrum-server.ts';
import { startEsploraServer } from '../light/esplora-server.ts';
import { forgetful, lagging, pruned, stranger } from '../light/index-lies.ts';
import { indexLitecoind, type ScriptIndex } from '../light/script-index.ts';
import type { Driver, Ground, SpoiltEndpoint } from './driver.ts';
import { startUtxoGround, utxoDriver } from './utxo-driver.ts';

/** A server of either protocol that can fail on purpose. */
export interface IndexServer {
  readonly url: string;
  lie(how: Lie | null): void;
  breakOff(broken: boolean): void;
  stop(): Promise<void>;
}

/** Notifications arrive with a delay that the rules do not wait for, so each read queries everything again. */
const openAsking: OpenChain = ({ symbol, params, rpc }) =>
  openLightChain({ symbol, params: utxoParams(params), addresses: rpc, tipMillis: 0, statusMillis: 0 });

export function lightDriver(
  name: string,
  awayEndpoint: string,
  start: (index: ScriptIndex) => Promise<IndexServer>,
): Driver {
  return {
    ...utxoDriver,
    name,
    awayEndpoint,
    openChain: openAsking,
    // The depth of a reorg does not change the queries, and 64 blocks would need many.
    reorgDepths: [1, 3, 12],
    absent: {
      ...utxoDriver.absent,
      hide: 'No proof reveals a transaction that a server omits from a history; only another server can.',
    },
    start: () => startGround(start),
  };
}

export const electrumDriver = lightDriver('Electrum', 'electrum+tcp://127.0.0.1:9', (index) =>
  startElectrumServer(index, { lookMillis: 0 }),
);

export const esploraDriver = lightDriver('Esplora', 'esplora+http://127.0.0.1:9/api', startEsploraServer);

async function startGround(start: (index: ScriptIndex) => Promise<IndexServer>): Promise<Ground> {
  const { ground, node } = await startUtxoGround();
  const index = await indexLitecoind(node);
  const honest = await start(index);
  const spoilt = await start(index);
  const at = (server: IndexServer): NetworkFacts => ({ ...ground.facts, rpc: [server.url] });
  return {
    ...ground,
    facts: at(honest),
    spoiltFacts: at(spoilt),
    endpoint: spoiltEndpoint(spoilt),
    async stop() {
      await honest.stop();
      await spoilt.stop();
      await ground.stop();
    },
  };
}

function spoiltEndpoint(server: IndexServer): SpoiltEndpoint {
  return {
    lag: (blocks) => server.lie(lagging(blocks)),
    prune: (below) => server.lie(pruned(below)),
    forget: () => server.lie(forgetful),
    beAnotherChain: () => server.lie(stranger),
    breakOff: () => server.breakOff(true),
    heal() {
      server.lie(null);
      server.breakOff(false);
    },
  };
}
