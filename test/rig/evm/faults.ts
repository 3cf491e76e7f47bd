// What public endpoints do on bad days, by name, and the JSON-RPC that it is done to.

/** Of single calls: answered wrongly, by the node's own answer or instead of it. */
export type CallFault =
  /** The node lags `setting` blocks behind: it knows nothing of newer ones (5 unless given). */
  | 'lag'
  | 'null_block'
  | 'other_block'
  | 'null_receipt'
  | 'wrong_receipt_block'
  /** Logs are not indexed: eth_getLogs answers []. */
  | 'empty_logs'
  /** The last log is missing from each answer. */
  | 'cut_logs'
  | 'removed_logs'
  | 'stale_logs'
  | 'shuffled_logs'
  | 'wrong_chain_id'
  /** eth_getLogs of more than `setting` blocks (1 unless given) is refused with a code that nobody documents. */
  | 'range_limit'
  /** eth_getLogs of more than `setting` values at one place of a filter (16 unless given) is refused. */
  | 'topic_limit'
  /** Methods beyond the oldest ones do not exist. */
  | 'no_block_receipts'
  /** go-ethereum's debug module does not exist; or neither it nor the trace module. */
  | 'no_debug'
  | 'no_traces'
  /** Nothing tells which accounts a chain transaction touches. */
  | 'no_access_lists'
  /** No state but that of the newest block is there any more: calls and traces of others are refused. */
  | 'no_old_state'
  /** The tag `finalized` stays at block `setting` (0 unless given). */
  | 'stuck_finality'
  /** Blocks below `setting` are refused, as by a node that threw them away (10 unless given). */
  | 'pruned'
  /** Chain transactions, receipts and blocks that the node has are not known. */
  | 'forgets'
  | 'internal_error'
  | 'rate_limit_error';

/** Of the HTTP exchange as a whole. */
export type ExchangeFault =
  | 'too_many_requests'
  | 'server_error'
  | 'html'
  | 'not_json'
  | 'empty_object'
  /** Nothing is ever answered, though the connection stays. */
  | 'half_open'
  /** One byte every 20 ms. */
  | 'slow_drip'
  /** `setting` bytes of JSON (64 MiB unless given). */
  | 'giant_body'
  | 'reset'
  | 'no_batch'
  | 'reordered_batch'
  | 'missing_in_batch'
  | 'doubled_in_batch'
  | 'stale_id';

export type FaultName = CallFault | ExchangeFault;

export interface FaultTerms {
  /** How often it fires before it switches itself off; always unless given. */
  readonly times?: number;
  readonly setting?: number;
  /** Only calls of this method (for faults of single calls), or only requests with such a call. */
  readonly method?: string;
}

export interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface Answer {
  readonly jsonrpc: '2.0';
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}
