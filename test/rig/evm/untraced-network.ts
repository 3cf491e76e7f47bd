// A stage whose chain is behind an endpoint without tracing, and the network status that follows from it.
import { type Json, ok, until } from '../client.ts';
import { type Stage, startStage } from '../stage.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

/** The caller must stop both, the stage first. */
export async function startUntracedStage(confirmations: number): Promise<{ stage: Stage; proxy: FaultProxy }> {
  let proxy: FaultProxy | undefined;
  try {
    const stage = await startStage({
      killed: true,
      confirmations,
      network: async (anvil) => {
        proxy = await startFaultProxy(anvil.url);
        proxy.on('no_traces');
        return { rpc: [proxy.url] };
      },
    });
    return { stage, proxy: proxy as FaultProxy };
  } catch (error) {
    await proxy?.stop();
    throw error;
  }
}

/** Waits until the network reports this state of internal transfers. */
export async function untilInternalTransfers({ anyone }: Stage, wanted: string): Promise<void> {
  await until(
    async () => {
      const networks = await ok<Json[]>(anyone.get('/networks'));
      return networks.find(({ symbol }) => symbol === 'local').internal_transfers === wanted;
    },
    `internal_transfers to be ${wanted}`,
    { withinMs: 60_000 },
  );
}
