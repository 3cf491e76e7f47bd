// A stage whose chain is behind an endpoint that does not trace, and what the network says of that.
import { type Json, ok, until } from '../client.ts';
import { type Stage, startStage } from '../stage.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

/** Both are the caller's to stop, the stage first. */
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

/** Waits until the network says so of inner transfers. */
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
