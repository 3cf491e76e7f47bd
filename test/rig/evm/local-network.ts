// The configuration of a local chain in quittance.json, for tests that run the service on their own node.
import type { Anvil } from './anvil.ts';

/** Three confirmations, ETH and no token, polled 20 times a second; `more` is merged over that. */
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

/** USDT in the form of a token in quittance.json. */
export function tether(contract: string) {
  return { symbol: 'USDT', name: 'Tether USD', contract, decimals: 6, stable: true };
}
