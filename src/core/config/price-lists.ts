// The prices of calls at providers of endpoints. A plan's limits are in these units, not in calls.

/** Whole units for each call, by method. */
export interface PriceList {
  readonly methods: Readonly<Record<string, number>>;
  /** For all other methods. */
  readonly otherwise: number;
}

const traces = ['debug_traceBlockByHash', 'debug_traceBlockByNumber', 'debug_traceTransaction', 'trace_transaction'];

function each(methods: readonly string[], units: number): Record<string, number> {
  return Object.fromEntries(methods.map((method) => [method, units]));
}

/** As the providers published them in November 2026. Prices change, so `prices` also accepts a custom list. */
export const priceLists: Readonly<Record<'infura' | 'alchemy' | 'quicknode', PriceList>> = {
  // docs.metamask.io, services, pricing, credit costs. The prices for receipts and traces of blocks are high estimates.
  infura: {
    methods: { eth_chainId: 5, eth_getLogs: 255, ...each(['eth_getBlockReceipts', 'trace_block', ...traces], 1_000) },
    otherwise: 80,
  },
  // alchemy.com/docs/reference/compute-unit-costs
  alchemy: {
    methods: {
      eth_chainId: 0,
      net_version: 0,
      eth_blockNumber: 10,
      eth_feeHistory: 10,
      eth_call: 26,
      eth_getLogs: 60,
      ...each(traces, 40),
    },
    otherwise: 20,
  },
  // quicknode.com/api-credits: the price of a call on most EVM networks, doubled for traces.
  quicknode: { methods: each(['trace_block', ...traces], 40), otherwise: 20 },
};

/** The price of these calls by the list, in its units. */
export function costOf(list: PriceList, calls: Iterable<readonly [method: string, count: number]>): number {
  let units = 0;
  for (const [method, count] of calls) units += (list.methods[method] ?? list.otherwise) * count;
  return units;
}
