// The behavior of the TRON stand-in: honest, or with one of the faults of endpoints.

/** The node's behavior. A test may change it at any time. */
export interface TronMood {
  /** Whether the log index returns everything, nothing, or all but the last log of each response. */
  logs: 'whole' | 'empty' | 'cut';
  /**
   * The same for execution results. `unlogged`: all results without their logs, except in the API of solidified blocks.
   */
  results: 'whole' | 'empty' | 'cut' | 'unlogged';
  /** Whether blocks contain all their transactions, none, or all but the last. */
  transactions: 'whole' | 'none' | 'cut';
  /** Whether addresses are in base58check, as callers may request with `visible`. */
  visible: boolean;
  /** Whether it returns the elected representatives, invented ones, or none. */
  elected: 'told' | 'others' | 'untold';
  /** Disabled on many nodes. */
  jsonRpc: boolean;
  finalizedTag: boolean;
  solidityApi: boolean;
  /** The number of newest blocks that it does not know yet. */
  lag: number;
  /** The oldest block that it still has. */
  oldest: number;
  /** Closes every connection. */
  breaksOff: boolean;
  /** The maximum solidified block, regardless of the head, as if representatives were offline. */
  solidUpTo: number;
  /** The number of further requests that get 403, as from TronGrid. */
  suspended: number;
  /** Until then, by performance.now(), every request gets TronGrid's 429, whose text alone contains the duration. */
  suspendedUntil: number;
  /** Its JSON-RPC serves another network than its HTTP API. */
  stranger: boolean;
}

export function honestMood(): TronMood {
  return {
    logs: 'whole',
    results: 'whole',
    transactions: 'whole',
    visible: false,
    elected: 'told',
    jsonRpc: true,
    finalizedTag: true,
    solidityApi: true,
    lag: 0,
    oldest: 0,
    breaksOff: false,
    solidUpTo: Number.POSITIVE_INFINITY,
    suspended: 0,
    suspendedUntil: 0,
    stranger: false,
  };
}
