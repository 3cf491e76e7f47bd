// What providers of endpoints count a call as: what a plan allows is in these units, not in calls.

/** Whole units a call, by method. */
export interface PriceList {
  readonly methods: Readonly<Record<string, number>>;
  /** For every other method. */
  readonly otherwise: number;
}

const traces = ['debug_traceBlockByHash', 'debug_traceBlockByNumber', 'debug_traceTransaction', 'trace_transaction'];

function each(methods: readonly string[], units: number): Record<string, number> {
  return Object.fromEntries(methods.map((method) => [method, units]));
}

/** As the providers published them in November 2026; they change, and `prices` takes a list of one's own. */
export const priceLists: Readonly<Record<'infura' | 'alchemy' | 'quicknode', PriceList>> = {
  // docs.metamask.io, services, pricing, credit costs; blocks' receipts and traces are estimates on the high side.
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
  // quicknode.com/api-credits: so many a call on most EVM networks, twice as many for traces.
  quicknode: { methods: each(['trace_block', ...traces], 40), otherwise: 20 },
};

/** What these calls cost by the list, in its units. */
export function costOf(list: PriceList, calls: Iterable<readonly [method: string, count: number]>): number {
  let units = 0;
  for (const [method, count] of calls) units += (list.methods[method] ?? list.otherwise) * count;
  return units;
}
