// The faults of public endpoints by name, and the affected JSON-RPC calls.

/** Faults of single calls: a changed or replaced response. */
export type CallFault =
  /** The node lags `setting` blocks behind and does not know newer ones (5 by default). */
  | 'lag'
  | 'null_block'
  | 'other_block'
  | 'null_receipt'
  | 'wrong_receipt_block'
  /** Logs are not indexed: eth_getLogs returns []. */
  | 'empty_logs'
  /** The last log is missing from each response. */
  | 'cut_logs'
  | 'removed_logs'
  | 'stale_logs'
  | 'shuffled_logs'
  | 'wrong_chain_id'
  /** Rejects eth_getLogs for more than `setting` blocks (1 by default) with an undocumented code. */
  | 'range_limit'
  /** Rejects eth_getLogs with more than `setting` values at one position of a filter (16 by default). */
  | 'topic_limit'
  /** Only the oldest methods exist. */
  | 'no_block_receipts'
  /** go-ethereum's debug module does not exist; `no_traces` also removes the trace module. */
  | 'no_debug'
  | 'no_traces'
  /** No method returns the accounts that a chain transaction touches. */
  | 'no_access_lists'
  /** Only the newest block's state exists; calls and traces of other blocks are rejected. */
  | 'no_old_state'
  /** The tag `finalized` stays at block `setting` (0 by default). */
  | 'stuck_finality'
  /** Rejects blocks below `setting`, like a pruned node (10 by default). */
  | 'pruned'
  /** The node no longer returns chain transactions, receipts and blocks that it has. */
  | 'forgets'
  | 'internal_error'
  | 'rate_limit_error';

/** Faults of a whole HTTP exchange. */
export type ExchangeFault =
  | 'too_many_requests'
  | 'server_error'
  | 'html'
  | 'not_json'
  | 'empty_object'
  /** The connection stays open without any response. */
  | 'half_open'
  /** Sends one byte every 20 ms. */
  | 'slow_drip'
  /** Sends `setting` bytes of JSON (64 MiB by default). */
  | 'giant_body'
  | 'reset'
  | 'no_batch'
  | 'reordered_batch'
  | 'missing_in_batch'
  | 'doubled_in_batch'
  | 'stale_id';

export type FaultName = CallFault | ExchangeFault;

export interface FaultTerms {
  /** The number of occurrences before the fault switches itself off; unlimited by default. */
  readonly times?: number;
  readonly setting?: number;
  /** Limits the fault to calls of this method, or to requests that contain such a call. */
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
