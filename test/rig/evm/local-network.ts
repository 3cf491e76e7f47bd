// A local chain as quittance.json names it, for stories that run the service on a node of their own.
import type { Anvil } from './anvil.ts';

/** Three confirmations, ETH and no token, looked at 20 times a second; `more` is laid over that. */
export function localNetwork({ url, chainId }: Pick<Anvil, 'url' | 'chainId'>, more: object = {}): object {
  return {
    type: 'EVM',
    name: 'Local chain',
    chain_id: chainId,
    rpc: [url],
    confirmations: 3,
    test: true,
    native: { symbol: 'ETH' },
    poll_interval_ms: 50,
    ...more,
  };
}

/** USDT as quittance.json names a token of such a network. */
export function tether(contract: string) {
  return { symbol: 'USDT', name: 'Tether USD', contract, decimals: 6, stable: true };
}
